import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { createFloodLog } from './flood-log.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a flood', () => {
  it('is said once, then counted every ten seconds, and new again after a quiet time', () => {
    const log = createLogger('silent');
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    const say = createFloodLog(log, 'nonsense');
    for (let count = 0; count < 1_000; count++) say('metrics', { topic: `t${count}` });
    say('status', { topic: 's' });
    expect(warn.mock.calls).toEqual([
      [{ kind: 'metrics', topic: 't0' }, 'nonsense'],
      [{ kind: 'status', topic: 's' }, 'nonsense'],
    ]);
    vi.advanceTimersByTime(10_000);
    expect(warn.mock.calls.slice(2)).toEqual([[{ kind: 'metrics', count: 999 }, 'nonsense, again']]);
    vi.advanceTimersByTime(30_000);
    expect(warn).toHaveBeenCalledTimes(3);
    say('metrics', { topic: 'later' });
    expect(warn.mock.lastCall).toEqual([{ kind: 'metrics', topic: 'later' }, 'nonsense']);
  });
});
