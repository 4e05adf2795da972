import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

/** How long other work waits for. */
const TURN_MS = 10;

/** Maps items in order. Other work gets its turn between two of them, because some rules take long to expand. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > TURN_MS) {
      await othersHadTheirTurn();
      began = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
