import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AFTER_CREATE, AFTER_DELETE, recheck } from './use-samples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function checks(seenAt = Infinity) {
  const began = Date.now();
  const times: number[] = [];
  return {
    times,
    check: async () => (times.push(Date.now() - began) >= seenAt ? 'seen' : undefined),
  };
}
const never = new AbortController().signal;

describe.each([
  ['a create', AFTER_CREATE, [1_000, 2_000, 3_000]],
  ['a delete', AFTER_DELETE, [1_500, 3_000, 4_500, 6_000, 7_500, 9_000, 10_500, 12_000]],
] as const)('after %s', (_what, schedule, times) => {
  it(`checks ${times.length} times, and no more`, async () => {
    const { times: checked, check } = checks();
    const result = recheck(check, schedule, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toBeUndefined();
    expect(checked).toEqual(times);
  });

  it('stops after the first successful check', async () => {
    const { times: checked, check } = checks(2);
    const result = recheck(check, schedule, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toBe('seen');
    expect(checked).toEqual(times.slice(0, 2));
  });
});

it('ends at once when it is aborted', async () => {
  const stop = new AbortController();
  const { times, check } = checks();
  const result = recheck(check, AFTER_DELETE, stop.signal);
  await vi.advanceTimersByTimeAsync(1_600);
  stop.abort();
  expect(await result).toBeUndefined();
  expect(times).toEqual([1_500]);
  expect(vi.getTimerCount()).toBe(0);
});
