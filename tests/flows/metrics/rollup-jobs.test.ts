import { createJobs } from '@belfry/api/jobs/index';
import { METRICS_ROLLUPS, rollUp, scheduleRollups } from '@belfry/api/features/metrics/index';
import { createLongStatements } from '@belfry/api/db/long-statements';
import { createLogger } from '@belfry/api/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createDevice } from '../../support/factories.ts';
import { lockTable, waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import {
  DAY_MS,
  daysAgo,
  makePastPartitions,
  rollUpUntil,
  storeRecords,
} from '../../support/metrics/stored-metrics.ts';
import { until } from '../../support/until.ts';

const DAYS = 4;
const DEVICES = 5;
/** The days from FIRST on are rolled up, those from END on, the day before yesterday, are not. They stay so when midnight passes. */
const FIRST = daysAgo(DAYS + 2);
const END = new Date(FIRST.getTime() + DAYS * DAY_MS);
let store: TestDatabaseAccess;
let undo: (() => Promise<unknown>)[];

beforeEach(async () => {
  store = await startTestStore();
  undo = [store.stop];
  await makePastPartitions(store.pool, DAYS + 4);
  for (let n = 0; n < DEVICES; n++) {
    const { device_id } = await createDevice(store);
    await storeRecords(store.pool, { deviceId: device_id, from: FIRST, to: END, everyS: 3_600 });
  }
});
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
});

/** An api's jobs and pools on the database. */
async function startInstance() {
  const log = createLogger('silent');
  const jobs = createJobs({ url: store.url, log });
  const long = createLongStatements(store.url, log);
  const deps = { db: store.db, jobs, long, log };
  jobs.work(METRICS_ROLLUPS, (data, context) => rollUp(deps, data, context));
  await jobs.start();
  undo.push(long.stop, jobs.stop);
  return deps;
}

const progress = async (): Promise<Date | null> =>
  (await store.db.selectFrom('metrics_rollup_progress').select('next_day').executeTakeFirstOrThrow()).next_day;
const hours = async (): Promise<number> =>
  (await store.pool.query<{ records: number }>('select coalesce(sum(records), 0)::int as records from metrics_hourly'))
    .rows[0]!.records;
const untilRolledUp = () =>
  until('all days are rolled up', async () => (await progress())?.getTime() === END.getTime(), Boolean);
/** Ten hours after midnight, when the day before yesterday is complete and yesterday is not. */
const MORNING = END.getTime() + 2 * DAY_MS + 10 * 3_600_000;

it('rolls up the days that no journal can still have records of', async () => {
  const { db, jobs } = await startInstance();
  await scheduleRollups({ db, jobs }, MORNING - 9 * 3_600_000);
  await untilRolledUp();
  expect(await hours()).toBe(DAYS * 24 * DEVICES);
});

it('has one job for a day, whichever instances look, and rolls up each day once', async () => {
  const [one, two] = await Promise.all([startInstance(), startInstance()]);
  await Promise.all([one, two, one, two].map((deps) => scheduleRollups(deps, MORNING)));
  const { rows } = await store.pool.query(`select 1 from jobs.job where name = 'metrics-rollups'`);
  expect(rows).toHaveLength(1);
  await until('the days are rolled up', async () => ((await progress())?.getTime() ?? 0) >= END.getTime(), Boolean);
  expect(await hours()).toBe(DAYS * 24 * DEVICES);
});

it('goes on where it was interrupted', async () => {
  const stopping = new AbortController();
  const unlock = await lockTable(store.pool, 'metrics_daily');
  const interrupted = rollUpUntil(store, END, stopping.signal).catch((error: unknown) => error);
  await waitUntilBlocked(store.db);
  stopping.abort();
  await unlock();
  expect(await interrupted).toMatchObject({ name: 'AbortError' });
  const begun = await progress();
  expect(begun?.getTime()).toBeLessThan(END.getTime());
  await rollUpUntil(store, END);
  expect(await hours()).toBe(DAYS * 24 * DEVICES);
  expect(await progress()).toEqual(END);
});

it('leaves no half of a step when its connection is lost', async () => {
  const unlock = await lockTable(store.pool, 'metrics_daily');
  const failed = rollUpUntil(store, END).catch((error: unknown) => error);
  await waitUntilBlocked(store.db);
  await store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'belfry-long' and datname = current_database()`,
  );
  expect(await failed).toBeInstanceOf(Error);
  await unlock();
  expect(await hours()).toBe(0);
  await rollUpUntil(store, END);
  expect(await hours()).toBe(DAYS * 24 * DEVICES);
});

it('does not delay the ingest', async () => {
  const unlock = await lockTable(store.pool, 'metrics_daily');
  const rolling = rollUpUntil(store, END);
  await waitUntilBlocked(store.db);
  const [device] = (await store.pool.query<{ device_id: number }>('select device_id from devices limit 1')).rows;
  const unfinished = {
    deviceId: device?.device_id ?? 0,
    from: END,
    to: new Date(END.getTime() + DAY_MS / 24),
  };
  await storeRecords(store.pool, { ...unfinished, everyS: 60 });
  await unlock();
  await rolling;
});
