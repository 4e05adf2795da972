import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isStatementTimeout } from '../../db/errors.ts';
import { type JobContext, defineQueue } from '../../jobs/index.ts';
import { DAY_MS, floorTo, HOUR_MS } from './history-plan.ts';
import {
  makeMonth,
  findOldestDay,
  findProgress,
  lockProgress,
  storeProgress,
  findDevicesAfter,
  rollUpDay,
} from './rollups.sql.ts';
import type { Deps } from '../../deps.ts';
import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import { z } from 'zod';

/** How long records of a day may arrive after its end: devices keep them for a day, and the broker while no api takes them. */
const LATE_MS = METRICS_JOURNAL.maxAgeMs + 2 * HOUR_MS;
/** The end of the newest UTC day of which no more records are expected. */
const settledUntil = (now: number): number => floorTo(now - LATE_MS, DAY_MS);

/** Not a user: the roll-ups of all instances take turns with each other only. */
const NOBODY = 0;
/** How many devices a statement may roll up, and how long it should take at most, so that it does not occupy Postgres for long. */
const DEVICES = { first: 200, max: 2_000 };
const STATEMENT_MS = 2_000;

type RollupDeps = Pick<Deps, 'db' | 'long' | 'jobs' | 'log'>;

/** The job is stored once, whichever instances look. */
export async function scheduleRollups({ db, jobs }: Pick<RollupDeps, 'db' | 'jobs'>, now = Date.now()): Promise<void> {
  const until = settledUntil(now);
  const { next_day } = await findProgress(db);
  if (next_day !== null && next_day.getTime() >= until) return;
  const day = new Date(until).toISOString().slice(0, 10);
  await jobs.sendAll(db, METRICS_ROLLUPS, [{ id: jobIdOf(day), data: { day } }]);
}

/** The same UUID for the same day. */
const jobIdOf = (day: string): string => `00000000-0000-4000-8000-${day.replaceAll('-', '').padStart(12, '0')}`;

/** Rolls up all days before `day`, in steps that each commit, so that a job that ends early loses one step. */
export async function rollUp(
  deps: RollupDeps,
  { day }: RollupJob,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const until = Date.parse(day);
  let limit = DEVICES.first;
  for (;;) {
    signal.throwIfAborted();
    const begun = performance.now();
    try {
      if (!(await rollUpStep(deps, until, limit))) return;
      if (performance.now() - begun < STATEMENT_MS) limit = Math.min(DEVICES.max, limit * 2);
      else limit = Math.max(1, Math.floor(limit / 2));
    } catch (error) {
      if (limit === 1 || !isStatementTimeout(error)) throw error;
      limit = Math.max(1, Math.floor(limit / 8));
    }
  }
}

/** Does one step; false: all days before `until` are rolled up. Partitions are made apart from the statements that take long. */
async function rollUpStep({ long }: Pick<RollupDeps, 'long'>, until: number, limit: number): Promise<boolean> {
  return long.job(NOBODY, async (trx) => {
    const { next_day, after_device } = await lockProgress(trx);
    if (next_day === null) return beginDay(trx, (await findOldestDay(trx)) ?? new Date(until));
    if (next_day.getTime() >= until) return false;
    const devices = await findDevicesAfter(trx, after_device, limit);
    if (!devices) return beginDay(trx, new Date(next_day.getTime() + DAY_MS));
    await rollUpDay(trx, next_day, devices);
    await storeProgress(trx, { next_day, after_device: devices.last });
    return true;
  });
}

async function beginDay(trx: Kysely<Database>, day: Date): Promise<true> {
  await makeMonth(trx, day);
  await storeProgress(trx, { next_day: day, after_device: 0 });
  return true;
}

const HOUR_S = 3_600;

/** A repeated job goes on where the last one ended. */
export const METRICS_ROLLUPS = defineQueue('metrics-rollups', {
  schema: z.strictObject({ day: z.iso.date() }),
  concurrency: 1,
  retries: 20,
  retryDelayS: 2,
  timeoutS: HOUR_S,
});

type RollupJob = z.output<typeof METRICS_ROLLUPS.schema>;
