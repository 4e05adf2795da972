import { expect, test } from 'vitest';
import { item } from '../testing/test-programme.ts';
import { trackAt, trackOrder } from './window-player.ts';

const items = 'ABCDEFGH'.split('').map((letter) => item(letter, 10));

test('a shuffled playlist has every track once, in the same order for the same window', () => {
  const order = trackOrder(items, true, 'monday');
  expect(order).not.toEqual(items);
  expect(new Set(order)).toEqual(new Set(items));
  expect(trackOrder(items, true, 'monday')).toEqual(order);
  expect(trackOrder(items, true, 'tuesday')).not.toEqual(order);
  expect(trackOrder(items, false, 'monday')).toEqual(items);
});

test.each([
  [0, 0, 0],
  [9_999, 0, 9.999],
  [10_000, 1, 0],
  [85_000, 0, 5],
])('after %i ms the track is number %i at %d s', (elapsed, index, positionS) => {
  expect(trackAt(items, elapsed)).toEqual({ index, positionS });
});

test('a playlist without duration begins at its first track', () => {
  expect(trackAt([item('A', 0)], 5_000)).toEqual({ index: 0, positionS: 0 });
});
