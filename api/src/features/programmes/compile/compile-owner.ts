import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { insertScheduledRuns } from '../../announcements/index.ts';
import { findPlaces, type Place } from '../../places/index.ts';
import { setCompiled, type ScheduleRow } from '../../schedules/index.ts';
import type { ProgrammesDeps } from '../deps.ts';
import { announceProgrammes } from '../announce.ts';
import { queueRendering } from '../render-queue.ts';
import { findStale, lockLease, NOBODY, releaseLease, type StaleScope } from '../stale.repository.ts';
import { recordExpectedOf } from '../expected-runs.ts';
import { planJobs } from '../task-queue.ts';
import type { NewTask } from '../tasks.repository.ts';
import { compileGroups, type CompiledGroups } from './compile-groups.ts';
import { rangeAt, ROLLOVER_MS, type Range } from './expand-schedule.ts';
import { createReach, groupPlaces } from './group-places.ts';
import { loadInputs } from './inputs.ts';
import { planTasks } from './plan-tasks.ts';
import { statusOf } from './schedule-status.ts';
import { compileUnowned } from './compile-unowned.ts';
import { findHolders, writeProgrammes } from './write.repository.ts';

/** Compiles what is stale of an owner. Nothing is written if the lease is another job's by now. */
export async function compileOwner(
  deps: ProgrammesDeps,
  { user_id, lease }: { user_id: number; lease: string },
): Promise<void> {
  const stale = await findStale(deps.db, user_id);
  const range = rangeAt(Date.now());
  const compiled =
    user_id === NOBODY ? await compileUnowned(deps, stale, range) : await compile(deps, user_id, stale, range);
  const written = await transact(deps.db, async (trx) => {
    if (!(await lockLease(trx, user_id, lease))) return false;
    await write(deps, trx, user_id, { ...compiled, spreadS: stale.due ? SPREAD_S : 0 });
    await releaseLease(trx, user_id, { ids: stale.ids, compiledUntil: stale.all ? new Date(range.to) : null });
    return true;
  });
  if (!written) return;
  deps.events.changed('schedules_changed', [...stale.scheduleIds], user_id === NOBODY ? null : user_id);
  await announceProgrammes(deps);
}

type Compiled = CompiledGroups & {
  /** Whether it is of all places of the owner. */
  all: boolean;
  status: Parameters<typeof setCompiled>[1];
  tasks: NewTask[];
};
/** Devices learn of another day at different times, all of them before it begins. */
const SPREAD_S = (ROLLOVER_MS / 1_000) * 0.9;

async function write(
  deps: ProgrammesDeps,
  trx: Kysely<Database>,
  userId: number,
  { spreadS, ...compiled }: Compiled & { spreadS: number },
): Promise<void> {
  // What was due is expected of the programmes that are replaced now.
  await recordExpectedOf(trx, userId);
  await writeProgrammes(trx, userId, compiled.contents, { compiledAt: new Date(), spreadS });
  await insertScheduledRuns(trx, compiled.runs, { ofAllPlaces: compiled.all });
  await setCompiled(trx, compiled.status);
  await queueRendering(deps, trx, userId, compiled.missing);
  await planJobs(deps, trx, userId, compiled.tasks);
}

async function compile(deps: ProgrammesDeps, userId: number, stale: StaleScope, range: Range): Promise<Compiled> {
  const { db, rendering } = deps;
  const places = await findPlaces(db, { userIds: [userId] });
  const inputs = await loadInputs(db, rendering, userId);
  const reach = memoize(createReach(inputs));
  const chosen = await choosePlaces(db, userId, { places, stale, reach });
  const groups = groupPlaces(inputs, chosen, reach);
  const compiled = await compileGroups(groups, inputs, { rendering, range, userId });
  await rendering.addOwners(compiled.sha256s, [userId]);
  return {
    ...compiled,
    all: stale.all,
    status: statusOf(inputs, places, reach, compiled),
    tasks: planTasks(inputs, places, reach, range),
  };
}

type Reach = (place: Place) => readonly ScheduleRow[];
function memoize(reach: Reach): Reach {
  const known = new Map<Place, readonly ScheduleRow[]>();
  return (place) => {
    const rows = known.get(place) ?? reach(place);
    known.set(place, rows);
    return rows;
  };
}

/** All places, or those that a stale schedule or device concerns: which hear it now, or have it in their programme. */
async function choosePlaces(
  db: Kysely<Database>,
  userId: number,
  { places, stale, reach }: { places: readonly Place[]; stale: StaleScope; reach: Reach },
): Promise<readonly Place[]> {
  if (stale.all) return places;
  const holders = await findHolders(db, userId, [...stale.scheduleIds]);
  return places.filter(
    (place) =>
      stale.deviceIds.has(place.device_id) ||
      holders.has(place.device_id) ||
      reach(place).some(({ id }) => stale.scheduleIds.has(id)),
  );
}
