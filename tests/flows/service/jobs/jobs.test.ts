import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createJobs, defineQueue, type JobHandler, type RunningJobs } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestStore } from '../../../support/database.ts';
import { NOTES } from '../../../support/services/job-worker.ts';
import { createTcpProxy } from '../../../support/postgres/tcp-proxy.ts';
import { until } from '../../../support/until.ts';
import { z } from 'zod';

const WORKER = resolve(import.meta.dirname, '../../../support/services/job-worker.ts');
type Note = { note: string };

let store: Awaited<ReturnType<typeof startTestStore>>;
const running: RunningJobs[] = [];
beforeAll(async () => {
  store = await startTestStore();
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});
afterAll(() => store.stop());

async function startJobs(handle?: JobHandler<Note>, url = store.url): Promise<RunningJobs> {
  const jobs = createJobs({ url, log: createLogger('silent') });
  if (handle) jobs.work(NOTES, handle);
  running.push(jobs);
  await jobs.start();
  return jobs;
}
const send = (jobs: RunningJobs, note: string, startAfter?: Date) =>
  store.db.transaction().execute((trx) => jobs.send(trx, NOTES, { note }, startAfter && { startAfter }));
const statesOf = async (note: string) => {
  const { rows } = await store.pool.query<{ state: string }>(`select state from jobs.job where data ->> 'note' = $1`, [
    note,
  ]);
  return rows.map(({ state }) => state);
};
const untilState = (note: string, state: string) =>
  until(
    state,
    () => statesOf(note),
    (states) => states.join() === state,
  );

it('runs a job with its data once, and not again', async () => {
  const handle = vi.fn<JobHandler<Note>>().mockResolvedValue();
  const jobs = await startJobs(handle);
  await send(jobs, 'once');
  await untilState('once', 'completed');
  expect(handle.mock.calls.map(([data]) => data)).toEqual([{ note: 'once' }]);
});

it('stores a job with the transaction only, and refuses data that its queue does not have', async () => {
  const handle = vi.fn<JobHandler<Note>>().mockResolvedValue();
  const jobs = await startJobs(handle);
  const rolledBack = store.db.transaction().execute(async (trx) => {
    await jobs.send(trx, NOTES, { note: 'rolled back' });
    throw new Error('undo');
  });
  await expect(rolledBack).rejects.toThrow('undo');
  await expect(send(jobs, 7 as never)).rejects.toThrow(/expected string/);
  await send(jobs, 'committed');
  await untilState('committed', 'completed');
  expect(await statesOf('rolled back')).toEqual([]);
  expect(handle).toHaveBeenCalledOnce();
});

it('repeats a job that failed', async () => {
  const handle = vi.fn<JobHandler<Note>>().mockRejectedValueOnce(new Error('not yet')).mockResolvedValue();
  const jobs = await startJobs(handle);
  await send(jobs, 'failing');
  await untilState('failing', 'completed');
  expect(handle).toHaveBeenCalledTimes(2);
});

it('does not start a deferred job before its time', async () => {
  const startAfter = new Date(Date.now() + 1_200);
  let startedAt = 0;
  const jobs = await startJobs(() => {
    startedAt = Date.now();
    return Promise.resolve();
  });
  await send(jobs, 'deferred', startAfter);
  await untilState('deferred', 'completed');
  expect(startedAt).toBeGreaterThanOrEqual(startAfter.getTime() - 50);
});

it('repeats the job of a killed process on another one, once', { tags: ['full'] }, async () => {
  const child = spawn(process.execPath, [WORKER, store.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const taken = once(createInterface({ input: child.stdout }), 'line');
  await until('the queue exists', async () => (await queues()).includes(NOTES.name));
  const sender = await startJobs();
  await send(sender, 'orphan');
  expect(await taken).toEqual(['orphan']);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The process died long ago.
  await store.pool.query(
    `update jobs.job set heartbeat_on = now() - interval '1 minute' where data ->> 'note' = 'orphan'`,
  );
  const handle = vi.fn<JobHandler<Note>>().mockResolvedValue();
  await startJobs(handle);
  await until(
    'it is repeated',
    () => statesOf('orphan'),
    (states) => states.join() === 'completed',
  );
  expect(handle).toHaveBeenCalledOnce();
});
const queues = async (): Promise<string[]> =>
  (await store.pool.query<{ name: string }>('select name from jobs.queue')).rows.map(({ name }) => name);

it('aborts the running jobs when it stops, and leaves them to others', async () => {
  const started = Promise.withResolvers<void>();
  const first = await startJobs(async (_note, { signal }) => {
    started.resolve();
    await once(signal, 'abort');
    throw new Error('stopped');
  });
  await send(first, 'handed over');
  await started.promise;
  await first.stop();
  expect(await statesOf('handed over')).toEqual(['retry']);
  const handle = vi.fn<JobHandler<Note>>().mockResolvedValue();
  await startJobs(handle);
  await untilState('handed over', 'completed');
  expect(handle).toHaveBeenCalledOnce();
});

it('refuses jobs before it has started, and continues after an outage of Postgres', async () => {
  const early = createJobs({ url: store.url, log: createLogger('silent') });
  await expect(send(early, 'early')).rejects.toMatchObject({ code: 'database_unavailable' });
  const proxy = await createTcpProxy();
  const handle = vi.fn<JobHandler<Note>>().mockResolvedValue();
  const url = proxy.proxiedUrl(store.url);
  await proxy.interrupt();
  const jobs = createJobs({ url, log: createLogger('silent') });
  jobs.work(NOTES, handle);
  running.push(jobs);
  await expect(jobs.start()).rejects.toThrow();
  await proxy.restore();
  await jobs.start();
  await proxy.interrupt();
  await send(await startJobs(), 'during the outage');
  await proxy.restore();
  await until('it is run', () => handle.mock.calls.length > 0);
  await jobs.stop();
  await proxy.stop();
});

const SHARED = defineQueue('shared-notes', {
  schema: z.strictObject({ note: z.string(), group: z.int(), urgent: z.boolean().default(false) }),
  concurrency: 3,
  batch: 1,
  groupOf: ({ group }) => group,
  perGroup: 2,
  isUrgent: ({ urgent }) => urgent,
  urgentPlaces: 1,
  retries: 0,
  retryDelayS: 1,
  timeoutS: 60,
});

it('leaves places to other groups, and has one for what is urgent', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const jobs = createJobs({ url: store.url, log: createLogger('silent') });
  jobs.work(SHARED, async ({ note }) => {
    begun.push(note);
    await new Promise<void>((resolve) => void ends.set(note, resolve));
  });
  running.push(jobs);
  await jobs.start();
  const add = (notes: readonly string[], group: number, urgent = false) =>
    store.db.transaction().execute((trx) =>
      jobs.sendAll(
        trx,
        SHARED,
        notes.map((note) => ({ id: randomUUID(), data: { note, group, urgent } })),
      ),
    );
  await add(
    Array.from({ length: 20 }, (_, at) => `greedy ${at}`),
    1,
  );
  await until('the greedy ones have their places', () => begun.length >= 2);
  // Workers that look at the same instant may each see the last place of a group.
  const tooMany = begun.slice(2);
  for (const note of tooMany) ends.get(note)?.();
  await add(['other'], 2);
  await until('another one has the third', () => begun.includes('other'));
  await add(['waiting'], 3);
  await add(['urgent'], 3, true);
  await until('what is urgent has a place of its own', () => begun.includes('urgent'));
  ends.get('other')?.();
  await until('a third one has its place, before the greedy ones that came first', () => begun.includes('waiting'));
  expect(begun).toHaveLength(5 + tooMany.length);
  await until('all of them are done', () => {
    for (const end of ends.values()) end();
    return begun.length === 23;
  });
  for (const end of ends.values()) end();
});
