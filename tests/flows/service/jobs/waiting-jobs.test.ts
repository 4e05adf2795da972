import { countWaitingJobs, createJobs } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { NOTES } from '../../../support/services/job-worker.ts';

let store: TestDatabaseAccess;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

it('a job counts as waiting when it is due and nobody runs it', async () => {
  const worker = createJobs({ url: store.url, log: createLogger('silent') });
  worker.work(NOTES, () => Promise.resolve());
  await worker.start();
  await worker.stop();
  const jobs = createJobs({ url: store.url, log: createLogger('silent') });
  await jobs.start();
  const send = (startAfter?: Date) =>
    store.db.transaction().execute((trx) => jobs.send(trx, NOTES, { note: 'waits' }, startAfter && { startAfter }));
  const before = await countWaitingJobs(store.db);
  await send(new Date(Date.now() + 3_600_000));
  expect(await countWaitingJobs(store.db)).toBe(before);
  await send();
  expect(await countWaitingJobs(store.db)).toBe(before + 1);
  await jobs.stop();
});
