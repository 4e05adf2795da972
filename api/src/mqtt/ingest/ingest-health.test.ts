import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lagSeconds, linkUp, uncommitted } from '../metrics.ts';
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

  it('is lost when a message waits for longer than five seconds', () => {
    const state = { up: true, paused: false, lagMs: 5_000, uncommitted: 1 };
    const health = createIngestHealth(() => state);
    vi.advanceTimersByTime(999);
    expect(health.healthySince()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(health.healthySince()).toBe(Date.now());
    state.lagMs = 5_001;
    vi.advanceTimersByTime(1_000);
    expect(health.healthySince()).toBeNull();
    health.stop();
  });

  it('is published as metrics until it is stopped', async () => {
    const state = { up: true, paused: false, lagMs: 1_500, uncommitted: 7 };
    const health = createIngestHealth(() => state);
    const valueOf = async (gauge: typeof linkUp) => (await gauge.get()).values[0]?.value;
    const values = () => Promise.all([linkUp, lagSeconds, uncommitted].map(valueOf));
    vi.advanceTimersByTime(1_000);
    expect(await values()).toEqual([1, 1.5, 7]);
    state.paused = true;
    vi.advanceTimersByTime(1_000);
    expect(await valueOf(linkUp)).toBe(0);
    Object.assign(state, { up: false, paused: false });
    vi.advanceTimersByTime(1_000);
    expect(await valueOf(linkUp)).toBe(0);
    state.up = true;
    vi.advanceTimersByTime(1_000);
    expect(await valueOf(linkUp)).toBe(1);
    health.stop();
    expect(await valueOf(linkUp)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
