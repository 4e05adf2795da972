import { remedyFor } from './commit-errors.ts';

export type GroupCommit<Item, Outcome> = (item: Item) => Promise<Outcome>;

/**
 * One transaction for everybody who asks while the last one is under way. Alone, a caller pays one round trip; among a
 * hundred, they share one commit. Unlike a batcher it never retries: a caller that waits for HTTP hears of it at once.
 * @param write answers one outcome per item, in order. An item that makes the statement fail does so alone: the others
 *   are written one by one.
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
      if (calls.length > 1 && remedyFor(error) !== 'retry') for (const call of calls) await settle([call]);
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
      // From the next turn, so that requests that came in one read of the sockets travel together.
      if (!writing && waiting.length === 1) setImmediate(() => void run());
    });
}
