import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHearing } from './hearing.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('hearing', () => {
  it('counts only unbroken time in which everything got through', () => {
    const look = { up: true, paused: false, lagMs: 0, uncommitted: 0 };
    const hearing = createHearing(() => look);
    vi.advanceTimersByTime(1_000);
    const begun = hearing.since();
    expect(begun).not.toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(hearing.since()).toBe(begun);
    look.lagMs = 6_000;
    vi.advanceTimersByTime(1_000);
    expect(hearing.since()).toBeNull();
    look.lagMs = 0;
    vi.advanceTimersByTime(1_000);
    expect(hearing.since()).toBe(Date.now());
    look.up = false;
    vi.advanceTimersByTime(1_000);
    expect(hearing.since()).toBeNull();
    hearing.stop();
  });

  it('does not count time in which the reading is held back', () => {
    const look = { up: true, paused: true, lagMs: 0, uncommitted: 20_001 };
    const hearing = createHearing(() => look);
    vi.advanceTimersByTime(5_000);
    expect(hearing.since()).toBeNull();
    look.paused = false;
    vi.advanceTimersByTime(1_000);
    const begun = hearing.since();
    expect(begun).toBe(Date.now());
    look.paused = true;
    vi.advanceTimersByTime(1_000);
    expect(hearing.since()).toBeNull();
    hearing.stop();
  });
});
