import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { DeviceContext } from '../device/device-context.ts';

/** The context of one running command. */
export type CommandContext<C extends Command> = DeviceContext & {
  params: CommandParams<C>;
  /** Reports the progress (0–100) and the current step, then waits for about so many seconds. */
  reportStep: (progress: number, step: string, seconds: number) => Promise<void>;
  /** Waits for about so many seconds. */
  wait: (seconds: number) => Promise<void>;
  /** Whether the command is to fail this time, as it sometimes does on flaky devices. */
  fails: () => boolean;
};

/** Runs a command. Resolves with the result of the command table, or rejects with a `CommandError`. */
export type CommandHandler<C extends Command> = (context: CommandContext<C>) => Promise<CommandResult<C>>;

/** A command has failed; the message is for people, the type for programs. */
export class CommandError extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}
