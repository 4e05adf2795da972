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
});
