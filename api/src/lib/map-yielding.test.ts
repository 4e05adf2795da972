import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapYielding } from './map-yielding.ts';

const WORKS = 8;
/** So long works one item, by the clock that a yielder reads; it yields after 10 ms. */
const ITEM_MS = 12;

function work(): void {
  const end = performance.now() + ITEM_MS;
  while (performance.now() < end);
}

it('lets the event loop go on between two works that yield at the same time', async () => {
  let worked = 0;
  const works = Array.from({ length: WORKS }, () => mapYielding([1, 2, 3], () => ((worked += 1), work())));
  const perTurn: number[] = [];
  // Each works in three turns at most.
  for (let n = 0; n <= 3 * WORKS; n += 1) {
    const before = worked;
    await turn();
    perTurn.push(worked - before);
  }
  await Promise.all(works);
  // What each does before it yields for the first time is done by its caller.
  expect(Math.max(...perTurn.slice(1))).toBeLessThanOrEqual(2);
});
