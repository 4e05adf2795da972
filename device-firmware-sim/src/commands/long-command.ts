import type { Command } from '@belfry/schemas/mqtt/commands';
import { CommandError } from './command-handler.ts';
import { isLong } from './index.ts';

/** Runs commands so that at most one long command runs at a time. */
export function createLongCommandLock() {
  let running: Command | null = null;

  return {
    isHeld: (): boolean => running !== null,
    /** Throws CommandError for a long command while another one runs. */
    check(command: Command): void {
      if (isLong(command) && running) throw new CommandError('busy', `the device is busy: ${running} is running`);
    },
    /** Runs the task of a command, which holds the lock if it is a long one. */
    async run<T>(command: Command, task: () => Promise<T>): Promise<T> {
      if (!isLong(command)) return task();
      running = command;
      return task().finally(() => (running = null));
    },
  };
}
