import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Outcome, createWaiters } from './callers.ts';

const OUTCOME: Outcome = { state: 'succeeded', result: null, error: null, error_type: null, execution_time_ms: null };
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('waiters', () => {
  it('resolve with the outcome of their own command', async () => {
    const waiters = createWaiters();
    const [first, second] = [waiters.wait('a', 1_000), waiters.wait('b', 1_000)];
    waiters.resolve('c', OUTCOME);
    waiters.resolve('b', OUTCOME);
    expect(await second.outcome).toBe(OUTCOME);
    expect(waiters.filterWaiting(['a', 'b', 'c'])).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(1);
    first.cancel();
  });

  it('resolve with null after the timeout, and not before', async () => {
    const waiters = createWaiters();
    const { outcome } = waiters.wait('a', 1_000);
    vi.advanceTimersByTime(999);
    expect(waiters.filterWaiting(['a'])).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(await outcome).toBeNull();
    expect(waiters.filterWaiting(['a'])).toEqual([]);
  });

  it('are removed with their timer when they are cancelled', async () => {
    const waiters = createWaiters();
    const { outcome, cancel } = waiters.wait('a', 1_000);
    cancel();
    expect(await outcome).toBeNull();
    expect(waiters.filterWaiting(['a'])).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
