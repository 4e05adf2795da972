import { expect, test } from 'vitest';
import { item } from '../testing/test-programme.ts';
import { createTrackOrder, trackAt, type TrackOrder } from './track-order.ts';

const items = 'ABCDEFGH'.split('').map((letter) => item(letter, 10));
const orderOf = (seed: string, changes: object = {}): TrackOrder =>
  createTrackOrder({ items, shuffle: true, ...changes }, seed);
const tracks = (order: TrackOrder, from: number, count: number) =>
  Array.from({ length: count }, (_, offset) => order.at(from + offset));

test('a shuffled playlist has every track once, in the same order for the same window and in each round', () => {
  const round = tracks(orderOf('monday'), 0, 8);
  expect(round).not.toEqual(items);
  expect(new Set(round)).toEqual(new Set(items));
  expect(tracks(orderOf('monday'), 0, 8)).toEqual(round);
  expect(tracks(orderOf('monday'), 8, 8)).toEqual(round);
  expect(tracks(orderOf('tuesday'), 0, 8)).not.toEqual(round);
  expect(tracks(orderOf('monday', { shuffle: false }), 0, 8)).toEqual(items);
});

test('no track is heard again before so many others were, whatever the playlist, and each is heard as often', () => {
  for (let length = 1; length <= 12; length++) {
    for (let noRepeat = 0; noRepeat <= length + 1; noRepeat++) {
      const listed = Array.from({ length }, (_, index) => item(String.fromCharCode(65 + index), 10));
      const order = createTrackOrder({ items: listed, shuffle: true, no_repeat: noRepeat }, `${length}-${noRepeat}`);
      const played = tracks(order, 0, 30 * length);
      const others = Math.min(noRepeat, length - 1);
      for (const [index, track] of played.entries())
        expect(played.slice(Math.max(0, index - others), index)).not.toContain(track);
      for (const track of listed) expect(played.filter((each) => each === track)).toHaveLength(30);
    }
  }
});

test('with fewer other tracks each round has an order of its own, which does not depend on where it is begun', () => {
  const order = orderOf('monday', { no_repeat: 3 });
  const rounds = [0, 1, 2].map((round) => tracks(order, 8 * round, 8));
  expect(rounds[1]).not.toEqual(rounds[0]);
  expect(rounds[2]).not.toEqual(rounds[1]);
  expect(tracks(orderOf('monday', { no_repeat: 3 }), 16, 8)).toEqual(rounds[2]);
  expect(rounds[0]).toEqual(tracks(orderOf('monday'), 0, 8));
  // As many as there are: that is the same order each time.
  expect(tracks(orderOf('monday', { no_repeat: 99 }), 80, 8)).toEqual(rounds[0]);
});

test('a file that is listed twice is one track where none is to be repeated', () => {
  const twice = [...items, ...items];
  expect(createTrackOrder({ items: twice, shuffle: true, no_repeat: 2 }, 'x').length).toBe(8);
  expect(createTrackOrder({ items: twice, shuffle: true }, 'x').length).toBe(16);
});

test.each([
  [0, 0, 0],
  [9_999, 0, 9.999],
  [10_000, 1, 0],
  [85_000, 8, 5],
  [-5, 0, 0],
])('after %i ms the track is number %i at %d s', (elapsed, index, positionS) => {
  expect(trackAt(orderOf('x', { shuffle: false }), elapsed)).toEqual({ index, positionS });
});

test('crossfaded tracks begin earlier, but not those that are too short for it', () => {
  const mixed = [item('A', 30), item('B', 30), item('C', 19), item('D', 30)];
  const order = createTrackOrder({ items: mixed, shuffle: false, crossfade_s: 4 }, 'x');
  expect([0, 1, 2, 3].map((number) => order.overlapMs(number, number + 1))).toEqual([4_000, 0, 0, 4_000]);
  expect(order.roundMs).toBe(109_000 - 8_000);
  expect(trackAt(order, 26_000)).toEqual({ index: 1, positionS: 0 });
  expect(trackAt(order, 56_000)).toEqual({ index: 2, positionS: 0 });
  expect(trackAt(order, 101_000 * 1_000 + 26_000)).toEqual({ index: 4_001, positionS: 0 });
});

test('rounds of different lengths are counted one by one', () => {
  const mixed = [item('A', 30), item('B', 30), item('C', 30), item('D', 30), item('J', 1), item('K', 1)];
  const order = createTrackOrder({ items: mixed, shuffle: true, crossfade_s: 3, no_repeat: 2 }, 'x');
  expect(order.roundMs).toBeNull();
  let elapsed = 0;
  for (let number = 0; number < 45; number++) {
    expect(trackAt(order, elapsed)).toEqual({ index: number, positionS: 0 });
    elapsed += (order.at(number)?.duration_ms ?? 0) - order.overlapMs(number, number + 1);
  }
});

test('a playlist without duration begins at its first track', () => {
  const empty = createTrackOrder({ items: [item('A', 0)], shuffle: false }, 'x');
  expect(trackAt(empty, 5_000)).toEqual({ index: 0, positionS: 0 });
});
