import { EventEmitter } from 'node:events';
import type { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDueJobs } from './due-jobs.ts';

const LOOK_MS = 500;
const WORKERS = new Map([
  ['bells', ['bell-1', 'bell-2']],
  ['mail', ['mail-1']],
]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const executeSql = vi.fn(async () => ({ rows: [] as { name: string }[] }));
  const notifyWorker = vi.fn<(id: string) => void>();
  const onError = vi.fn<(error: unknown) => void>();
  const boss = Object.assign(new EventEmitter(), { getDb: () => ({ executeSql }), notifyWorker });
  boss.on('error', onError);
  return { executeSql, notifyWorker, onError, dueJobs: startDueJobs(boss as unknown as PgBoss, WORKERS) };
}

describe('jobs that are due', () => {
  it('are looked for in all queues with one statement every half second', async () => {
    const { executeSql, dueJobs } = start();
    await vi.advanceTimersByTimeAsync(4 * LOOK_MS);
    expect(executeSql).toHaveBeenCalledTimes(4);
    expect(executeSql).toHaveBeenLastCalledWith(expect.any(String), [['bells', 'mail']]);
    dueJobs.stop();
  });

  it('wake all workers of their queue and no others', async () => {
    const { executeSql, notifyWorker, dueJobs } = start();
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    expect(notifyWorker).not.toHaveBeenCalled();
    executeSql.mockResolvedValueOnce({ rows: [{ name: 'bells' }] });
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    expect(notifyWorker.mock.calls.flat()).toEqual(['bell-1', 'bell-2']);
    dueJobs.stop();
  });

  it('are not asked for again before Postgres has answered', async () => {
    const { executeSql, notifyWorker, dueJobs } = start();
    const answer = Promise.withResolvers<{ rows: { name: string }[] }>();
    executeSql.mockReturnValueOnce(answer.promise);
    await vi.advanceTimersByTimeAsync(5 * LOOK_MS);
    expect(executeSql).toHaveBeenCalledTimes(1);
    answer.resolve({ rows: [{ name: 'mail' }] });
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    expect(notifyWorker.mock.calls.flat()).toEqual(['mail-1']);
    expect(executeSql).toHaveBeenCalledTimes(2);
    dueJobs.stop();
  });

  it('are found after Postgres was away, which is reported', async () => {
    const { executeSql, notifyWorker, onError, dueJobs } = start();
    const away = new Error('away');
    executeSql.mockRejectedValueOnce(away).mockResolvedValueOnce({ rows: [{ name: 'mail' }] });
    await vi.advanceTimersByTimeAsync(2 * LOOK_MS);
    expect(onError.mock.calls).toEqual([[away]]);
    expect(notifyWorker).toHaveBeenCalledExactlyOnceWith('mail-1');
    dueJobs.stop();
  });

  it('are not looked for after the stop, and a statement that fails then is not reported', async () => {
    const { executeSql, onError, dueJobs } = start();
    const answer = Promise.withResolvers<never>();
    executeSql.mockReturnValueOnce(answer.promise);
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    dueJobs.stop();
    answer.reject(new Error('closed'));
    await vi.advanceTimersByTimeAsync(3 * LOOK_MS);
    expect(executeSql).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  });
});
