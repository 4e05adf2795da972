import { isDatabaseAway } from '../db/errors.ts';
import { createSemaphore, type SemaphoreOptions } from '../lib/semaphore.ts';
import type { Logger } from '../log.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';

const STOP_MS = 5_000;

type DueWorkOptions<Due> = {
  name: string;
  log: Logger;
  /** The places and shares; a key is an organisation. */
  places: SemaphoreOptions;
  /** What is due, but for what is known to be: it waits for its turn, or is being worked on. */
  find(this: void, known: readonly Due[]): Promise<Due[]>;
  /** Whose turn it takes, in which branch, and which part of it, such as the server that is waited for. */
  turnOf(this: void, due: Due): { ownerId: number; branch: number | undefined; part: string };
  /** Claims it, so that every other instance leaves it alone, and does it. A claim whose work has failed passes by itself. */
  work(this: void, due: Due, signal: AbortSignal): Promise<void>;
};

export type DueWork = {
  /** Never rejects. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Does what a table says is due, each in the turn of its organisation: slow servers of one delay its own work, and that of others by its turns at most. */
export function createDueWork<Due>({ name, log, places, find, turnOf, work }: DueWorkOptions<Due>): DueWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  const permits = createSemaphore<number>(places);
  const running = new Map<Due, Promise<void>>();
  let looking = false;

  const report = (error: unknown, due?: Due): void => {
    if (!isDatabaseAway(error) && !signal.aborted) log.error({ err: error, due }, `${name} failed`);
  };

  async function take(due: Due): Promise<void> {
    const { ownerId, ...turn } = turnOf(due);
    await permits
      .run(ownerId, () => work(due, signal), { ...turn, signal })
      .catch((error: unknown) => report(error, due));
    running.delete(due);
  }

  return {
    async look() {
      if (looking || signal.aborted) return;
      looking = true;
      try {
        for (const due of await find([...running.keys()])) running.set(due, take(due));
      } catch (error) {
        report(error);
      }
      looking = false;
    },
    async stop() {
      stopping.abort();
      await waitAtMost(STOP_MS, Promise.all(running.values()));
    },
  };
}
