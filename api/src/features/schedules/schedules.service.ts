import {
  SCHEDULES_MAX,
  type Schedule,
  type ScheduleBody,
  type schedulePatchSchema,
} from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { type AppError, editConflict, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { type GrantHandler, settleGrant } from '../../people/grants.repository.ts';
import { creatorOf } from '../../people/own-work.ts';
import { findLanguage, lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import {
  canEditSchedule,
  canReadSchedule,
  type OwnerPolicy,
  type VisibleOwners,
  type WorkPolicy,
} from '../../policies/owners.ts';
import { quotaOf, requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { recurrenceOf } from '../../recurrence/expand.ts';
import { nextOccurrences } from '../../recurrence/expansions.ts';
import { toInstant, toLocal } from '../../recurrence/local-time.ts';
import { askNewRecipients } from '../mail/outbox/index.ts';
import { findHeldOf, requireShare } from '../../people/organisation-share.ts';
import {
  checkChanged,
  checkNew,
  checkOccurrences,
  checkTimes,
  countUncounted,
  type Targeted,
} from './check-schedule.ts';
import { findHolidays } from '../holidays/index.ts';
import { budgetOf, findChangeable, requireChangeableSchedule, requireSeen } from './members/schedule-access.ts';
import { type SeenSchedule, seenSchedules } from './members/seen-schedules.ts';
import {
  deleteSchedule,
  findSchedule,
  findSchedulesOf,
  insertSchedule,
  lockSchedule,
  passSchedule,
  updateSchedule,
  NO_ZONE,
  toBody,
  type ScheduleRow,
} from './schedules.repository.ts';

type SchedulesDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;

/** Each change compiles programmes; see SCHED-3. */
const CHANGES = { hits: 120, windowSeconds: 60 };
/** Attempts to change a schedule that others change at the same time. */
const CHANGE_ATTEMPTS = 3;

export async function listSchedules(
  db: Kysely<Database>,
  user: Caller,
  owners: VisibleOwners,
): Promise<Wire<Schedule>[]> {
  return viewAll(db, user, await seenSchedules(db, user, await findSchedulesOf(db, owners)));
}

/** Throws not_found for a schedule that the policy does not permit. */
export async function readSchedule(
  db: Kysely<Database>,
  user: Caller,
  policy: OwnerPolicy,
  id: number,
): Promise<Wire<Schedule>> {
  return viewSeen(db, user, await requireSeen(db, user, policy, await findSchedule(db, id)));
}

/** Throws unprocessable for one too many, and the errors of the checks. */
export async function createSchedule(
  deps: SchedulesDeps,
  actor: Actor,
  ownerId: number,
  body: ScheduleBody,
): Promise<Wire<Schedule>> {
  await countChange(deps, actor.user);
  const perZone = await checkTimes(deps.db, budgetOf(actor.user, ownerId), body);
  await countUncounted(deps.db, ownerId);
  const created = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, ownerId);
    await requireInstallationRoom(trx, 'schedules');
    const max = await quotaOf(trx, ownerId, SCHEDULES_MAX);
    requireShare(await findHeldOf(trx, 'schedules', ownerId), { user: actor.user, ownerId, max, what: 'schedules' });
    const counted = countedOf(await checkNew(trx, actor.user, ownerId, body), perZone);
    await checkOccurrences(trx, ownerId, { id: null, enabled: body.enabled, occurrences: counted.occurrences });
    // A trigger notes what is to be compiled; see `programmes/programmes.service.ts` for what follows.
    const created_by = creatorOf(actor.user, ownerId);
    const schedule = await insertSchedule(trx, ownerId, body, { ...counted, created_by });
    await auditOf(trx, actor, ownerId, { ...entryOf('create', schedule.id), after: body });
    await askReportRecipient(trx, deps, ownerId, body);
    return schedule;
  });
  deps.events.changed('schedules_changed', [created.id], ownerId);
  return view(deps.db, actor.user, created);
}

type ScheduleChange = { id: number; actor: Actor; policy: WorkPolicy };

/** Throws not_found, forbidden, edit_conflict with the stored schedule, and the errors of the checks. */
export async function changeSchedule(
  deps: SchedulesDeps,
  { id, actor, policy }: ScheduleChange,
  { revision, ...changes }: z.output<typeof schedulePatchSchema>,
): Promise<Wire<Schedule>> {
  const { user } = actor;
  await countChange(deps, user);
  for (let attempt = 1; ; attempt += 1) {
    const before = await requireChangeableSchedule(deps.db, user, policy, await findSchedule(deps.db, id));
    if (revision !== undefined && revision !== before.revision) throw await conflictOf(deps.db, user, before);
    const body: ScheduleBody = { ...toBody(before), ...withoutUndefined(changes) };
    // Before the transaction, because it may take long.
    const perZone = await checkTimes(deps.db, budgetOf(user, before.user_id), body);
    await countUncounted(deps.db, before.user_id);
    const changed = await transact(deps.db, async (trx) => {
      await lockUser(trx, before.user_id);
      const schedule = await requireChangeableSchedule(trx, user, policy, await lockSchedule(trx, id));
      if (schedule.revision !== before.revision) return null;
      const targeted = await checkChanged(trx, user, schedule, { body, targets: changes.targets });
      const counted = countedOf(targeted, perZone);
      if (happensMore(schedule, body, counted.occurrences))
        await checkOccurrences(trx, schedule.user_id, { id, enabled: true, occurrences: counted.occurrences });
      await auditOf(trx, actor, schedule.user_id, { ...entryOf('change', id), before: toBody(schedule), after: body });
      await askReportRecipient(trx, deps, schedule.user_id, body);
      // What had stopped is the work of whoever changes it.
      const settled = await settleGrant(trx, 'schedule', id);
      return updateSchedule(trx, id, body, {
        ...counted,
        ...(settled && { created_by: creatorOf(user, schedule.user_id) }),
      });
    });
    if (!changed && attempt < CHANGE_ATTEMPTS) continue;
    if (!changed) throw await conflictOf(deps.db, user, before);
    deps.events.changed('schedules_changed', [id], changed.user_id);
    return view(deps.db, user, changed);
  }
}

/** Whether a change may pass the limit of occurrences: what is above it already may still be renamed, or happen less often. */
const happensMore = (schedule: ScheduleRow, body: ScheduleBody, occurrences: number): boolean =>
  body.enabled && (!schedule.enabled || schedule.occurrences === null || occurrences > schedule.occurrences);

const countedOf = ({ devices, zones }: Targeted, perZone: number) => ({
  devices,
  time_zone: zones[0] ?? null,
  // What has no place yet counts as in one zone.
  occurrences: perZone * Math.max(1, zones.length),
});

async function conflictOf(db: Kysely<Database>, user: Caller, schedule: ScheduleRow): Promise<AppError> {
  const current = (await findSchedule(db, schedule.id)) ?? schedule;
  return editConflict('The schedule was changed meanwhile', { ...(await view(db, user, current)) });
}

/** Throws not_found for a schedule that the policy does not permit, and forbidden where a member only reads it. */
export async function removeSchedule(deps: SchedulesDeps, { id, actor, policy }: ScheduleChange): Promise<void> {
  const owner = await transact(deps.db, async (trx) => {
    const schedule = await requireChangeableSchedule(trx, actor.user, policy, await lockSchedule(trx, id));
    await deleteSchedule(trx, id);
    await auditOf(trx, actor, schedule.user_id, { ...entryOf('delete', id), before: toBody(schedule) });
    return schedule.user_id;
  });
  deps.events.changed('schedules_changed', [id], owner);
}

export const scheduleGrant: GrantHandler = {
  async pass(trx, _deps, actor, { id, wasOn }) {
    const schedule = await lockSchedule(trx, id);
    if (!schedule) throw notFound('Schedule not found');
    const { user_id, occurrences } = schedule;
    await checkOccurrences(trx, user_id, { id, enabled: wasOn, occurrences: occurrences ?? 0 });
    await passSchedule(trx, id, { enabled: wasOn, created_by: creatorOf(actor.user, user_id) });
    return null;
  },
  end: (deps, actor, id) =>
    removeSchedule(deps, { id, actor, policy: { read: canReadSchedule, edit: canEditSchedule } }),
};

/** Throws rate_limited while too many are being computed. */
async function viewAll(db: Kysely<Database>, user: Caller, rows: readonly SeenSchedule[]): Promise<Wire<Schedule>[]> {
  const holidays = await findHolidays(
    db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  const now = Date.now();
  const enabled = rows.filter((row) => row.enabled);
  const next = await nextOccurrences(
    budgetOf(user, rows[0]?.user_id ?? 0),
    enabled.map((row) => ({
      recurrence: recurrenceOf(row, holidays),
      holidayCalendarId: row.holiday_calendar_id,
      from: toLocal(now, row.time_zone ?? NO_ZONE),
    })),
  );
  const changeable = await findChangeable(db, user, rows);
  const nextOf = new Map(enabled.map(({ id }, index) => [id, next[index] ?? null]));
  return rows.map((row) => {
    const { user_id: _, occurrences: __, created_by: ___, ...schedule } = row;
    const local = nextOf.get(row.id) ?? null;
    const next_at = local === null ? null : new Date(toInstant(local, row.time_zone ?? NO_ZONE));
    return { ...schedule, next_at, may_change: changeable.has(row.id) };
  });
}

async function view(db: Kysely<Database>, user: Caller, row: ScheduleRow): Promise<Wire<Schedule>> {
  const [seen] = await seenSchedules(db, user, [row]);
  if (!seen) throw notFound('Schedule not found');
  return viewSeen(db, user, seen);
}

async function viewSeen(db: Kysely<Database>, user: Caller, seen: SeenSchedule): Promise<Wire<Schedule>> {
  const [schedule] = await viewAll(db, user, [seen]);
  if (!schedule) throw notFound();
  return schedule;
}

/** The address of a report is asked once whether it wants messages; see MAIL-11. */
async function askReportRecipient(
  trx: Kysely<Database>,
  deps: SchedulesDeps,
  ownerId: number,
  { action }: ScheduleBody,
): Promise<void> {
  if (action.type !== 'report') return;
  const lang = (await findLanguage(trx, ownerId)) ?? 'en';
  await askNewRecipients(trx, deps, { senderId: ownerId, organisation: ownerId }, [{ recipient: action.email, lang }]);
}

const entryOf = (verb: 'create' | 'change' | 'delete', id: number) => ({
  action: `schedule.${verb}` as const,
  object_kind: 'schedule',
  object_id: id,
});

const countChange = (deps: SchedulesDeps, user: Caller): Promise<void> =>
  countAttempt(deps, [{ key: `schedules:${user.id}`, ...CHANGES }], 'Too many schedules were changed.');
