import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from './outcome.ts';
import { createWaiters } from './waiters.ts';

const OUTCOME: Outcome = { state: 'succeeded', result: null, error: null, errorType: null, executionTimeMs: null };
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a caller that waits', () => {
  it('is woken with the outcome of its own command', async () => {
    const waiters = createWaiters();
    const [first, second] = [waiters.wait('a', 1_000), waiters.wait('b', 1_000)];
    waiters.wake('c', OUTCOME);
    waiters.wake('b', OUTCOME);
    expect(await second.outcome).toBe(OUTCOME);
    expect(waiters.among(['a', 'b', 'c'])).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(1);
    first.cancel();
  });

  it('gets null when its time is up, and not before', async () => {
    const waiters = createWaiters();
    const { outcome } = waiters.wait('a', 1_000);
    vi.advanceTimersByTime(999);
    expect(waiters.among(['a'])).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(await outcome).toBeNull();
    expect(waiters.among(['a'])).toEqual([]);
  });

  it('that gives up is forgotten with its timer', async () => {
    const waiters = createWaiters();
    const { outcome, cancel } = waiters.wait('a', 1_000);
    cancel();
    expect(await outcome).toBeNull();
    expect(waiters.among(['a'])).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
