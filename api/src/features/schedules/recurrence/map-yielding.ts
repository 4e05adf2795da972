import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The longest time for which the event loop is blocked, unless a single item takes longer. */
const BLOCKED_MAX_MS = 10;

/** Maps items in order, and yields to the event loop between two of them, because some rules take long to expand. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > BLOCKED_MAX_MS) {
      await yieldToEventLoop();
      began = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
