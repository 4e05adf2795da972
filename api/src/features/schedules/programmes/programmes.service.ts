import { reasonText } from '@belfry/schemas/domain/reasons';
import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { isDatabaseAway } from '../../../db/errors.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { defineQueue } from '../../../jobs/index.ts';
import { insertScheduledRuns, insertExpected, type ExpectedRun } from '../../announcements/index.ts';
import { runIdOfTimetable } from '../../../recurrence/bell-ids.ts';
import { clearTimetableProblems, findTimetableIds } from '../../bells/index.ts';
import { findSchedules, setCompiled, setProblems } from '../index.ts';
import { compileOwned, compileUnowned, type Compiled } from './compile/compile-owner.ts';
import { rangeAt, ROLLOVER_MS } from './compile/expand.ts';
import { writeProgrammes } from './compile/write.repository.ts';
import { lockUnannounced, setAnnounced } from './delivery.repository.ts';
import { queueRendering } from './render-speech.ts';
import {
  deleteSetAside,
  failLease,
  FAILURES_MAX,
  findStale,
  findWork,
  leaseStaleOwners,
  lockLease,
  markDue,
  NOBODY,
  releaseLease,
  setAside,
  type StaleScope,
} from './stale.repository.ts';
import { planJobs } from './tasks/tasks.service.ts';
import { toLocal } from '../../../recurrence/local-time.ts';
import { findDevicesOf, takeDueRuns } from './expected-runs.repository.ts';

/** Devices that are online receive changes within two seconds; see SCHED-9. */
const LOOK_MS = 500;
const DUE_MS = 60_000;
const RETRY_RENDERING_S = 600;
/** Devices learn of another day at different times, all of them before it begins. */
const SPREAD_S = (ROLLOVER_MS / 1_000) * 0.9;
const RUNS_AT_ONCE = 5_000;
const ANNOUNCED_AT_ONCE = 500;

/** A job whose lease has passed to another one writes nothing. */
export const COMPILE_PROGRAMMES = defineQueue('programmes', {
  schema: z.object({ user_id: z.int(), lease: z.uuid() }),
  // Two workers fetch two jobs each, so that one that takes long does not keep the other threads waiting.
  concurrency: 4,
  groupOf: ({ user_id }) => user_id,
  perGroup: 1,
  retries: 2,
  retryDelayS: 1,
  timeoutS: 110,
});

/**
 * From the change of a schedule to the programmes of devices:
 * 1. Whoever changes what programmes are compiled from writes its own tables only. Triggers `stale_programmes_*`
 *    (`api/src/db/migrations/0001-baseline/stale-programmes.sql`) watch them: schedules, day programmes, holidays, the library, nodes, groups and
 *    the owners of devices. In the same transaction they note in `stale_programmes` the schedule, the device or the owner.
 * 2. This timer finds the notes, leases their owners and sends a job for each of them. It also announces what is not announced, and records
 *    which runs are expected. All of it is in the database, so it may stop at any time and any instance may continue.
 * 3. The job (`compileOwner`) compiles what is stale in a thread, writes the programmes that have changed, and announces them.
 */
export function startProgrammes(deps: Deps): { stop(): void } {
  let dueAt = 0;
  const look = async (): Promise<void> => {
    if (Date.now() >= dueAt) {
      dueAt = Date.now() + DUE_MS;
      await deleteSetAside(deps.db);
      await markDue(deps.db, new Date(rangeAt(Date.now()).to), RETRY_RENDERING_S);
    }
    const { stale, unannounced, expected } = await findWork(deps.db);
    if (stale)
      await transact(deps.db, async (trx) => {
        for (const job of await leaseStaleOwners(trx)) await deps.jobs.send(trx, COMPILE_PROGRAMMES, job);
      });
    if (expected) await recordExpected(deps);
    if (unannounced) await announceProgrammes(deps);
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'stale programmes were not found');
      })
      .finally(() => {
        looking = false;
      });
  }, LOOK_MS).unref();
  return { stop: () => clearInterval(timer) };
}

type OwnerLease = { user_id: number; lease: string };

/**
 * Compiles what is stale of an owner. Nothing is written if the lease is another job's by now. An owner for whom it fails repeatedly is set
 * aside; see SCHED-21.
 */
export async function compileOwner(deps: Deps, owner: OwnerLease): Promise<void> {
  try {
    await compileStale(deps, owner);
  } catch (error) {
    if (!isFailure(error)) throw error;
    await countFailure(deps, owner, error);
  }
}

async function compileStale(deps: Deps, { user_id, lease }: OwnerLease): Promise<void> {
  const stale = await findStale(deps.db, user_id);
  const range = rangeAt(Date.now());
  const compiled =
    user_id === NOBODY ? await compileUnowned(deps.db, stale, range) : await compileOwned(deps, user_id, stale, range);
  const written = await transact(deps.db, async (trx) => {
    if (!(await lockLease(trx, user_id, lease))) return false;
    await write(deps, trx, user_id, { ...compiled, stale });
    await releaseLease(trx, user_id, { ids: stale.ids, compiledUntil: stale.all ? new Date(range.to) : null });
    return true;
  });
  if (!written) return;
  deps.events.changed('schedules_changed', [...stale.scheduleIds], user_id === NOBODY ? null : user_id);
  await announceProgrammes(deps);
}

/** What locks schedules comes last, so that a change of them does not wait for the rest. */
async function write(
  deps: Deps,
  trx: Kysely<Database>,
  userId: number,
  { stale, ...compiled }: Compiled & { stale: StaleScope },
): Promise<void> {
  // What was due is expected of the programmes that are replaced now.
  await recordExpectedOf(trx, userId);
  await writeProgrammes(trx, userId, compiled.contents, {
    compiledAt: new Date(),
    spreadS: stale.due ? SPREAD_S : 0,
  });
  // Those of nobody have no runs.
  const ofAllPlaces = stale.all || userId === NOBODY;
  for (let at = 0; at < compiled.runs.length; at += RUNS_AT_ONCE)
    await insertScheduledRuns(trx, compiled.runs.slice(at, at + RUNS_AT_ONCE), { ofAllPlaces });
  await queueRendering(deps, trx, userId, compiled.missing);
  await deps.rendering.requestLevelled(trx, userId, compiled.unlevelled);
  await planJobs(deps, trx, userId, compiled.tasks);
  await setCompiled(trx, compiled.status);
  await clearTimetableProblems(trx, compiled.spoken);
}

/**
 * Publishes the versions that the broker does not have, as retained messages. The rows are locked until then, so that an
 * older version cannot be retained after a newer one. What the broker does not take is tried again by the next call.
 */
async function announceProgrammes({ db, broker, log }: Pick<Deps, 'db' | 'broker' | 'log'>): Promise<void> {
  const { qos, retain } = messages.programme;
  for (let published = ANNOUNCED_AT_ONCE; published === ANNOUNCED_AT_ONCE && broker.connected;) {
    published = await transact(db, async (trx) => {
      const programmes = await lockUnannounced(trx, ANNOUNCED_AT_ONCE);
      const at = new Date().toISOString();
      const outcomes = await Promise.allSettled(
        programmes.map(({ serial, version, sha256 }) =>
          broker.publish(topics.programme(serial), JSON.stringify({ version, sha256, at }), { qos, retain }),
        ),
      );
      const sent = programmes.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      await setAnnounced(
        trx,
        sent.map(({ device_id }) => device_id),
      );
      if (sent.length < programmes.length)
        log.debug({ devices: programmes.length - sent.length }, 'programmes were not announced');
      return sent.length;
    });
  }
}

/** Whether a compilation has failed because of what it compiles, and not because of the database or of the jobs. */
const isFailure = (error: unknown): boolean =>
  !(error instanceof AppError) && !isDatabaseAway(error) && !(error instanceof Error && 'code' in error);

/**
 * Counts a failed compilation of an owner, and ends the lease. After FAILURES_MAX in a row the owner is set aside until one of their
 * schedules changes, and the list of schedules says so; see SCHED-21.
 */
async function countFailure(deps: Deps, { user_id, lease }: OwnerLease, error: unknown): Promise<void> {
  const failures = await transact(deps.db, async (trx) => {
    if (!(await lockLease(trx, user_id, lease))) return 0;
    const count = await failLease(trx, user_id);
    if (count < FAILURES_MAX) return count;
    await setAside(trx, user_id);
    const problem = reasonText('programme_set_aside');
    const enabled = (await findSchedules(trx, user_id)).filter((row) => row.enabled);
    const ids = [...enabled.map(({ id }) => id), ...(await findTimetableIds(trx, user_id)).map(runIdOfTimetable)];
    await setProblems(trx, new Map(ids.map((id) => [id, problem])));
    return count;
  });
  deps.log.warn({ err: error, user_id, failures }, 'programmes of an owner could not be compiled');
  if (failures >= FAILURES_MAX) deps.events.changed('schedules_changed', [], user_id);
}

const CONTENTS = 20;
/** An owner's contents are recorded together, before they are replaced. */
const CONTENTS_OF_OWNER = 5_000;

/** Records what all programmes expect at this moment, so that a place that reports nothing has a row as well; see ANN-14. */
async function recordExpected({ db }: { db: Kysely<Database> }): Promise<void> {
  for (let recorded = CONTENTS; recorded === CONTENTS;) {
    recorded = await transact(db, (trx) => record(trx, { userId: null, limit: CONTENTS }));
  }
}

/** As `recordExpected`, of one owner, in the caller's transaction. */
async function recordExpectedOf(trx: Kysely<Database>, userId: number): Promise<void> {
  await record(trx, { userId, limit: CONTENTS_OF_OWNER });
}

/** @returns how many contents had a run that was due */
async function record(trx: Kysely<Database>, scope: { userId: number | null; limit: number }): Promise<number> {
  const due = await takeDueRuns(trx, scope);
  if (due.length === 0) return 0;
  const devices = await findDevicesOf(trx, due);
  const expected: ExpectedRun[] = due.flatMap(({ user_id, hash, runs, time_zone }) =>
    runs.map(({ run_id, at }) => ({
      run_id,
      at: Date.parse(at),
      time_zone,
      local: time_zone === null ? null : toLocal(Date.parse(at), time_zone),
      device_ids: devices.get(`${user_id} ${hash}`) ?? [],
    })),
  );
  await insertExpected(trx, expected);
  return due.length;
}
