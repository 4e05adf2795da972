import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { startDeadlineSweep } from './deadlines.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(sweep: () => Promise<void>) {
  const log = createLogger('silent');
  const error = vi.spyOn(log, 'error').mockReturnValue(undefined);
  return { error, sweeping: startDeadlineSweep({ sweep }, log) };
}

describe('the deadline sweep', () => {
  it('runs once a second until it is stopped', async () => {
    const sweep = vi.fn(() => Promise.resolve());
    const { sweeping } = start(sweep);
    await vi.advanceTimersByTimeAsync(999);
    expect(sweep).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(sweep).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sweep).toHaveBeenCalledTimes(3);
    sweeping.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sweep).toHaveBeenCalledTimes(3);
  });

  it('never runs twice at once', async () => {
    const first = Promise.withResolvers<void>();
    const sweep = vi.fn(() => first.promise);
    const { sweeping } = start(sweep);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sweep).toHaveBeenCalledTimes(1);
    first.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sweep).toHaveBeenCalledTimes(2);
    sweeping.stop();
  });

  it('continues after a failure, which is logged unless Postgres is unavailable', async () => {
    const errors = [Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), new Error('broken')];
    const sweep = vi.fn(() => Promise.reject(errors.shift() ?? new Error('broken')));
    const { error, sweeping } = start(sweep);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(error).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: 'broken' }) },
      'commands past their deadline were not settled',
    );
    expect(sweep).toHaveBeenCalledTimes(2);
    sweeping.stop();
  });
});
