import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AFTER_CREATE, AFTER_DELETE, IN_BULK, recheck } from './recheck.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Looks that see the change from the nth on, with the times at which they looked. */
function looks(seenAt = Infinity) {
  const began = Date.now();
  const times: number[] = [];
  return {
    times,
    look: async () => (times.push(Date.now() - began) >= seenAt ? 'seen' : undefined),
  };
}
const never = new AbortController().signal;

describe.each([
  ['a create', AFTER_CREATE, [1_000, 2_000, 3_000]],
  ['a delete', AFTER_DELETE, [1_500, 3_000, 4_500, 6_000, 7_500, 9_000, 10_500, 12_000]],
  ['each voice of a bulk creation', IN_BULK, [1_000, 2_000, 3_000, 4_000]],
] as const)('after %s', (_what, schedule, times) => {
  it(`looks ${times.length} times, and no more`, async () => {
    const { times: looked, look } = looks();
    const result = recheck(look, schedule, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toBeUndefined();
    expect(looked).toEqual(times);
  });

  it('stops looking when the change is seen', async () => {
    const { times: looked, look } = looks(2);
    const result = recheck(look, schedule, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toBe('seen');
    expect(looked).toEqual(times.slice(0, 2));
  });
});

it('ends at once when nobody waits any more, and looks no further', async () => {
  const stop = new AbortController();
  const { times, look } = looks();
  const result = recheck(look, AFTER_DELETE, stop.signal);
  await vi.advanceTimersByTimeAsync(1_600);
  stop.abort();
  expect(await result).toBeUndefined();
  expect(times).toEqual([1_500]);
  expect(vi.getTimerCount()).toBe(0);
});
