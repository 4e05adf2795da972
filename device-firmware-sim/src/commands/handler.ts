import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { DeviceParts } from '../parts.ts';

/** One command under way. */
export type Work<C extends Command> = DeviceParts & {
  params: CommandParams<C>;
  /** Says how far it is (0–100) and with what, then takes about so many seconds. */
  step: (progress: number, step: string, seconds: number) => Promise<void>;
  /** Takes about so many seconds without a word. */
  take: (seconds: number) => Promise<void>;
  /** Whether it goes wrong this time; only flaky devices do, and not always. */
  fails: () => boolean;
};

/** Carries a command out. Resolves with the result of the command table, rejects with a `CommandFailure`. */
export type Handler<C extends Command> = (work: Work<C>) => Promise<CommandResult<C>>;

/** Why a device could not do what it was told; the message is for people, the type for programs. */
export class CommandFailure extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}
