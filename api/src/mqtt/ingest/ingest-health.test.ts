import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIngestHealth } from './ingest-health.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the ingest health', () => {
  it('starts a new healthy period after every interruption', () => {
    const state = { up: true, paused: false, lagMs: 0, uncommitted: 0 };
    const health = createIngestHealth(() => state);
    vi.advanceTimersByTime(1_000);
    const begun = health.healthySince();
    expect(begun).not.toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(health.healthySince()).toBe(begun);
    state.lagMs = 6_000;
    vi.advanceTimersByTime(1_000);
    expect(health.healthySince()).toBeNull();
    state.lagMs = 0;
    vi.advanceTimersByTime(1_000);
    expect(health.healthySince()).toBe(Date.now());
    state.up = false;
    vi.advanceTimersByTime(1_000);
    expect(health.healthySince()).toBeNull();
    health.stop();
  });

  it('is not healthy while reading is paused', () => {
    const state = { up: true, paused: true, lagMs: 0, uncommitted: 20_001 };
    const health = createIngestHealth(() => state);
    vi.advanceTimersByTime(5_000);
    expect(health.healthySince()).toBeNull();
    state.paused = false;
    vi.advanceTimersByTime(1_000);
    const begun = health.healthySince();
    expect(begun).toBe(Date.now());
    state.paused = true;
    vi.advanceTimersByTime(1_000);
    expect(health.healthySince()).toBeNull();
    health.stop();
  });
});
