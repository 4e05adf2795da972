import { actionForError } from './commit-errors.ts';

export type GroupCommit<Item, Outcome> = (item: Item) => Promise<Outcome>;

/**
 * Group commit: all calls that arrive while a transaction is running share the next one. A single caller pays one round
 * trip, a hundred concurrent callers share one commit. Unlike a batcher it never retries, since an HTTP caller waits.
 * @param write returns one outcome per item, in order. When one item makes the statement fail, the items are written
 *   one by one, so that only that item's call is rejected.
 */
export function createGroupCommit<Item, Outcome>(
  write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  maxItems = 500,
): GroupCommit<Item, Outcome> {
  type Call = { item: Item; resolve(outcome: Outcome): void; reject(error: unknown): void };
  const waiting: Call[] = [];
  let writing = false;

  async function settle(calls: readonly Call[]): Promise<void> {
    try {
      const outcomes = await write(calls.map(({ item }) => item));
      calls.forEach((call, index) => call.resolve(outcomes[index] as Outcome));
    } catch (error) {
      if (calls.length > 1 && actionForError(error) !== 'retry') for (const call of calls) await settle([call]);
      else for (const call of calls) call.reject(error);
    }
  }

  async function run(): Promise<void> {
    writing = true;
    while (waiting.length > 0) await settle(waiting.splice(0, maxItems));
    writing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // In the next turn of the event loop, so that requests that were read from the sockets together share a commit.
      if (!writing && waiting.length === 1) setImmediate(() => void run());
    });
}
