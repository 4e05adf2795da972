import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { DeviceContext } from '../device/device-context.ts';

/** The context of one running command. */
export type CommandContext<C extends Command> = DeviceContext & {
  params: CommandParams<C>;
  /** Undefined for a command that the device itself initiates. */
  correlationId?: string;
  /** After this time (ms since 1970 by the device's clock) nothing of it may begin. */
  expiresAt: number;
  /** Reports the progress (0–100) and the current step, then waits for about `seconds`. */
  reportStep: (progress: number, step: string, seconds: number) => Promise<void>;
  /** Waits for about `seconds`. */
  wait: (seconds: number) => Promise<void>;
  /** Whether this execution fails, as some do on flaky devices. */
  fails: () => boolean;
};

/** The context of a command that installs software. */
export type InstallContext = CommandContext<'install'> | CommandContext<'reinstall'>;

/** Runs a command. Resolves with the result of the command table, or rejects with a `CommandError`. */
export type CommandHandler<C extends Command> = (context: CommandContext<C>) => Promise<CommandResult<C>>;

/** A failed command; the message is shown to users, the type is for programs. */
export class CommandError extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}
