import {
  SCHEDULES_MAX,
  type Schedule,
  type ScheduleBody,
  type schedulePatchSchema,
} from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError, editConflict, notFound } from '../../errors.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { auditForeign, type Actor } from '../audit/index.ts';
import { quotaOf, requireInstallationRoom } from '../quotas/index.ts';
import { lockUser, ownerPermits } from '../users/index.ts';
import { checkReferences, checkTimes } from './check-schedule.ts';
import type { SchedulesDeps } from './deps.ts';
import { findHolidays } from './holidays/holidays.repository.ts';
import { mapYielding } from './recurrence/map-yielding.ts';
import { toBody, toSchedule } from './schedule-view.ts';
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  findSchedules,
  insertSchedule,
  lockSchedule,
  updateSchedule,
} from './schedules.repository.ts';
import type { ScheduleRow } from './schedules.table.ts';

/** Each change compiles programmes; see SCHED-3. */
const CHANGES = { hits: 120, windowSeconds: 60 };

/** The schedules of a user by name. */
export async function listSchedules(db: Kysely<Database>, userId: number): Promise<Wire<Schedule>[]> {
  const rows = await findSchedules(db, userId);
  return toSchedules(db, rows);
}

/** Throws not_found for a schedule that the policy does not permit. */
export async function readSchedule(
  db: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  id: number,
): Promise<Wire<Schedule>> {
  return view(db, await requirePermitted(db, user, policy, await findSchedule(db, id)));
}

/** Creates a schedule of this owner, whom the caller may name. Throws unprocessable for one too many, and the errors of the checks. */
export async function createSchedule(
  deps: SchedulesDeps,
  actor: Actor,
  ownerId: number,
  body: ScheduleBody,
): Promise<Wire<Schedule>> {
  checkTimes(body);
  await countChange(deps, actor.user);
  const created = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, ownerId);
    await requireInstallationRoom(trx, 'schedules');
    const most = await quotaOf(trx, ownerId, SCHEDULES_MAX);
    if ((await countSchedules(trx, ownerId)) >= most)
      throw new AppError('unprocessable', `There can be ${most} schedules at most`);
    const schedule = await insertSchedule(trx, ownerId, body, await checkReferences(trx, ownerId, body));
    await auditForeign(trx, actor, ownerId, entryOf('create', schedule.id));
    return schedule;
  });
  deps.events.changed('schedules_changed', [created.id], ownerId);
  return view(deps.db, created);
}

/** The schedule to change, by whom, and the policy that must permit it. */
export type ScheduleChange = { id: number; actor: Actor; policy: OwnerPolicy };

/** Changes the given fields. Throws not_found, edit_conflict with the stored schedule, and the errors of the checks. */
export async function changeSchedule(
  deps: SchedulesDeps,
  { id, actor, policy }: ScheduleChange,
  { revision, ...changes }: z.output<typeof schedulePatchSchema>,
): Promise<Wire<Schedule>> {
  await countChange(deps, actor.user);
  const changed = await transact(deps.db, async (trx) => {
    const stored = await requirePermitted(trx, actor.user, policy, await lockSchedule(trx, id));
    if (revision !== undefined && revision !== stored.revision)
      throw editConflict('The schedule was changed meanwhile', { ...(await view(trx, stored)) });
    const body: ScheduleBody = { ...toBody(stored), ...withoutUndefined(changes) };
    checkTimes(body);
    const reach = await checkReferences(trx, stored.user_id, body);
    await auditForeign(trx, actor, stored.user_id, entryOf('change', id));
    return updateSchedule(trx, id, body, reach);
  });
  deps.events.changed('schedules_changed', [id], changed.user_id);
  return view(deps.db, changed);
}

/** Throws not_found for a schedule that the policy does not permit. */
export async function removeSchedule(deps: SchedulesDeps, { id, actor, policy }: ScheduleChange): Promise<void> {
  const owner = await transact(deps.db, async (trx) => {
    const stored = await requirePermitted(trx, actor.user, policy, await lockSchedule(trx, id));
    await deleteSchedule(trx, id);
    await auditForeign(trx, actor, stored.user_id, entryOf('delete', id));
    return stored.user_id;
  });
  deps.events.changed('schedules_changed', [id], owner);
}

/** Adds what is computed: the next instant of each. */
export async function toSchedules(db: Kysely<Database>, rows: readonly ScheduleRow[]): Promise<Wire<Schedule>[]> {
  const holidays = await findHolidays(
    db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  const now = Date.now();
  return mapYielding(rows, (row) => toSchedule(row, holidays, now));
}

async function view(db: Kysely<Database>, row: ScheduleRow): Promise<Wire<Schedule>> {
  const [schedule] = await toSchedules(db, [row]);
  if (!schedule) throw notFound();
  return schedule;
}

async function requirePermitted(
  db: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  schedule: ScheduleRow | undefined,
): Promise<ScheduleRow> {
  if (!schedule || !(await ownerPermits(db, user, schedule.user_id, policy))) throw notFound('Schedule not found');
  return schedule;
}

const entryOf = (verb: 'create' | 'change' | 'delete', id: number) => ({
  action: `schedule.${verb}` as const,
  object_kind: 'schedule',
  object_id: id,
});

const countChange = (deps: SchedulesDeps, user: Principal): Promise<void> =>
  countAttempt(deps, [{ key: `schedules:${user.id}`, ...CHANGES }], 'Too many schedules were changed.');
