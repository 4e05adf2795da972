import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { createRandom } from '../hardware/random.ts';

/** The items of a playlist in the order in which they are played; shuffled, it is the same for the same seed. */
export function trackOrder(items: readonly AudioItem[], shuffle: boolean, seed: string): readonly AudioItem[] {
  if (!shuffle) return items;
  const random = createRandom(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] as AudioItem, order[last] as AudioItem];
  }
  return order;
}

/** The track, and the seconds into it, after the playlist has been played for so long, again and again. */
export function trackAt(order: readonly AudioItem[], elapsedMs: number): { index: number; positionS: number } {
  const totalMs = order.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  let rest = totalMs > 0 ? elapsedMs % totalMs : 0;
  for (const [index, { duration_ms }] of order.entries()) {
    if (rest < duration_ms) return { index, positionS: rest / 1_000 };
    rest -= duration_ms;
  }
  return { index: 0, positionS: 0 };
}
