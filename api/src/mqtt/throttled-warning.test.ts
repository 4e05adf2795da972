import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { createThrottledWarning } from './throttled-warning.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a throttled warning', () => {
  it('is logged once, then counted every ten seconds, and logged again after an interval without one', () => {
    const log = createLogger('silent');
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    const warnThrottled = createThrottledWarning(log, 'nonsense');
    for (let count = 0; count < 1_000; count++) warnThrottled('metrics', { topic: `t${count}` });
    warnThrottled('status', { topic: 's' });
    expect(warn.mock.calls).toEqual([
      [{ kind: 'metrics', topic: 't0' }, 'nonsense'],
      [{ kind: 'status', topic: 's' }, 'nonsense'],
    ]);
    vi.advanceTimersByTime(10_000);
    expect(warn.mock.calls.slice(2)).toEqual([[{ kind: 'metrics', count: 999 }, 'nonsense, again']]);
    vi.advanceTimersByTime(30_000);
    expect(warn).toHaveBeenCalledTimes(3);
    warnThrottled('metrics', { topic: 'later' });
    expect(warn.mock.lastCall).toEqual([{ kind: 'metrics', topic: 'later' }, 'nonsense']);
  });

  it('is counted by its kind, and stays counted while it goes on', () => {
    const log = createLogger('silent');
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    const warnThrottled = createThrottledWarning(log, 'nonsense');
    for (const kind of ['metrics', 'status', 'status', 'status', 'metrics']) warnThrottled(kind, {});
    vi.advanceTimersByTime(9_999);
    expect(warn).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1);
    expect(warn.mock.calls.slice(2)).toEqual([
      [{ kind: 'metrics', count: 1 }, 'nonsense, again'],
      [{ kind: 'status', count: 2 }, 'nonsense, again'],
    ]);
    warnThrottled('status', { topic: 'first of the next interval' });
    expect(warn.mock.lastCall).toEqual([{ kind: 'status', topic: 'first of the next interval' }, 'nonsense']);
    warnThrottled('status', {});
    vi.advanceTimersByTime(10_000);
    expect(warn.mock.lastCall).toEqual([{ kind: 'status', count: 1 }, 'nonsense, again']);
    expect(warn).toHaveBeenCalledTimes(6);
  });

  it('that is single needs one timer, and none afterwards', () => {
    const log = createLogger('silent');
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    const warnThrottled = createThrottledWarning(log, 'nonsense');
    warnThrottled('metrics', {});
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(warn).toHaveBeenCalledTimes(1);
    for (const kind of ['metrics', 'metrics', 'status']) warnThrottled(kind, {});
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
