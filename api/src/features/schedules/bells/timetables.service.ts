import { secondsOfDay } from '@belfry/schemas/domain/time-of-day';
import {
  BELL_RINGS_MAX,
  type Bell,
  TIMETABLES_MAX,
  type Timetable,
  type TimetableBody,
  type timetablePatchSchema,
} from '@belfry/schemas/http/schedules/timetables';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { auditOf, type Actor } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, editConflict, fieldError, notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { withoutUndefined } from '../../../lib/without-undefined.ts';
import { creatorOf, isMemberOf, mayChange, requireChangeable } from '../../../people/own-work.ts';
import { ownerPermits } from '../../../people/owner-access.ts';
import { lockUser } from '../../../people/users.repository.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { plannedPlaces, type VisibleOwners } from '../../../policies/owners.ts';
import { quotaOf, requireInstallationRoom } from '../../../quotas/quotas.repository.ts';
import { findMessages, findOwnChimes } from '../../library/index.ts';
import type { SchedulePolicy } from '../members/schedule-access.ts';
import { findHeldOf, requireShare } from '../../../people/organisation-share.ts';
import {
  countRings,
  deleteTimetable,
  findTimetables,
  findUsersOf,
  insertTimetable,
  lockTimetable,
  updateTimetable,
  viewTimetable,
  type ListedTimetable,
  type TimetableFields,
  type TimetableRow,
} from './timetables.repository.ts';

export type BellDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** Changes of timetables and of the bells of places by one person; see SCHED-28. */
const CHANGES = { hits: 120, windowSeconds: 60 };
export const countBellChange = (deps: BellDeps, user: Caller): Promise<void> =>
  countAttempt(deps, [{ key: `bells:${user.id}`, ...CHANGES }], 'Too many bells were changed.');

/** The timetables of these owners by name. */
export async function listTimetables(
  db: Kysely<Database>,
  user: Caller,
  owners: VisibleOwners,
): Promise<Wire<Timetable>[]> {
  return (await findTimetables(db, owners)).map((timetable) => seenBy(user, timetable));
}

/** A timetable in an answer to the caller, with whether they may change it, as `requireTimetable` decides. */
const seenBy = (user: Caller, { user_id, created_by, ...timetable }: ListedTimetable): Wire<Timetable> => ({
  ...timetable,
  may_change: mayChange(user, { user_id, created_by }, plannedPlaces),
});

/** Creates a timetable of this owner. Throws unprocessable for one too many, not_found for a message of another owner. */
export async function createTimetable(
  deps: BellDeps,
  actor: Actor,
  ownerId: number,
  body: TimetableBody,
): Promise<Wire<Timetable>> {
  await countBellChange(deps, actor.user);
  const fields = { ...body, bells: sorted(body.bells) };
  const created = await transact(deps.db, async (trx) => {
    // The lock makes the limits exact.
    await lockUser(trx, ownerId);
    await requireInstallationRoom(trx, 'schedules');
    const max = await quotaOf(trx, ownerId, TIMETABLES_MAX);
    requireShare(await findHeldOf(trx, 'bell_timetables', ownerId), {
      user: actor.user,
      ownerId,
      max,
      what: 'timetables',
    });
    await checkSounds(trx, ownerId, fields.bells);
    const id = await insertTimetable(trx, { userId: ownerId, creatorId: creatorOf(actor.user, ownerId) }, fields);
    await requireRings(trx, ownerId);
    await auditOf(trx, actor, ownerId, { ...entryOf('create', id), after: fields });
    return viewOf(trx, actor.user, id);
  });
  deps.events.changed('schedules_changed', [], ownerId);
  return created;
}

type TimetableChange = { id: number; actor: Actor; policy: SchedulePolicy };

/** Changes the given fields. Throws not_found, forbidden, edit_conflict with the stored timetable, and the errors of `createTimetable`. */
export async function changeTimetable(
  deps: BellDeps,
  { id, actor, policy }: TimetableChange,
  { revision, ...changes }: z.output<typeof timetablePatchSchema>,
): Promise<Wire<Timetable>> {
  await countBellChange(deps, actor.user);
  const { timetable, ownerId } = await transact(deps.db, async (trx) => {
    const stored = await requireTimetable(trx, actor.user, policy, id);
    await lockUser(trx, stored.user_id);
    if (revision !== undefined && revision !== stored.revision)
      throw editConflict('The timetable was changed meanwhile', { ...(await viewOf(trx, actor.user, id)) });
    const before = fieldsOf(stored);
    const after = { ...before, ...withoutUndefined(changes) };
    after.bells = sorted(after.bells);
    await checkSounds(trx, stored.user_id, after.bells);
    await updateTimetable(trx, id, after);
    if (after.bells.length > before.bells.length) await requireRings(trx, stored.user_id);
    await auditOf(trx, actor, stored.user_id, { ...entryOf('change', id), before, after });
    return { timetable: await viewOf(trx, actor.user, id), ownerId: stored.user_id };
  });
  deps.events.changed('schedules_changed', [], ownerId);
  return timetable;
}

/** Throws not_found, forbidden, and conflict with the names of the places that use it. */
export async function removeTimetable(deps: BellDeps, { id, actor, policy }: TimetableChange): Promise<void> {
  const ownerId = await transact(deps.db, async (trx) => {
    const stored = await requireTimetable(trx, actor.user, policy, id);
    await lockUser(trx, stored.user_id);
    const users = await findUsersOf(trx, id);
    if (users.length > 0) throw inUse(users);
    await deleteTimetable(trx, id);
    await auditOf(trx, actor, stored.user_id, { ...entryOf('delete', id), before: fieldsOf(stored) });
    return stored.user_id;
  });
  deps.events.changed('schedules_changed', [], ownerId);
}

const NAMED_MAX = 5;
function inUse(names: readonly string[]): AppError {
  const shown = names.slice(0, NAMED_MAX).join(', ');
  const others = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} others` : '';
  return new AppError('conflict', `This timetable is in use by ${shown}${others}. Please change that first.`);
}

/** A locked timetable that the caller may change. */
async function requireTimetable(
  trx: Kysely<Database>,
  user: Caller,
  policy: SchedulePolicy,
  id: number,
): Promise<TimetableRow> {
  const stored = await lockTimetable(trx, id);
  const isOfOthers = stored !== undefined && isMemberOf(user, stored.user_id);
  if (!stored || !(await ownerPermits(trx, user, stored.user_id, isOfOthers ? policy.read : policy.edit)))
    throw notFound('Timetable not found');
  if (isOfOthers) requireChangeable(user, stored, plannedPlaces, 'timetable');
  return stored;
}

/** Throws unprocessable where the bells of an owner are too many; see BELL_RINGS_MAX. */
export async function requireRings(trx: Kysely<Database>, ownerId: number): Promise<void> {
  const rings = await countRings(trx, ownerId);
  if (rings <= BELL_RINGS_MAX) return;
  throw new AppError(
    'unprocessable',
    `With this, bells could ring ${rings.toLocaleString('en')} times a week at all places together; ${BELL_RINGS_MAX.toLocaleString('en')} are possible`,
  );
}

/** Throws not_found for a message or a chime that is not the owner's. */
export async function checkSounds(
  db: Kysely<Database>,
  ownerId: number,
  bells: readonly Pick<Bell, 'sound'>[],
): Promise<void> {
  const ids = [...new Set(bells.flatMap(({ sound }) => (sound.type === 'message' ? [sound.message_id] : [])))];
  const chimes = [...new Set(bells.flatMap(({ sound }) => (sound.type === 'chime' ? (sound.chime_id ?? []) : [])))];
  const found = ids.length === 0 ? new Map() : await findMessages(db, ownerId, ids);
  if (!ids.every((id) => found.has(id))) throw notFound('Message not found');
  if (chimes.length > 0 && (await findOwnChimes(db, ownerId, chimes)).size < chimes.length)
    throw notFound('Chime not found');
}

/** By time. Throws invalid_input where two are at the same time. */
function sorted(bells: readonly Bell[]): Bell[] {
  const byTime = bells.toSorted((a, b) => secondsOfDay(a.at) - secondsOfDay(b.at));
  const twice = byTime.find((bell, index) => {
    const next = byTime[index + 1];
    return next !== undefined && secondsOfDay(next.at) === secondsOfDay(bell.at);
  });
  if (twice) throw fieldError('invalid_input', 'bells', `There are two bells at ${twice.at}`);
  return byTime;
}

const fieldsOf = ({ name, colour, volume, bells }: TimetableRow): TimetableFields => ({ name, colour, volume, bells });

async function viewOf(db: Kysely<Database>, user: Caller, id: number): Promise<Wire<Timetable>> {
  const timetable = await viewTimetable(db, id);
  if (!timetable) throw notFound('Timetable not found');
  return seenBy(user, timetable);
}

const entryOf = (verb: 'create' | 'change' | 'delete', id: number) => ({
  action: `timetable.${verb}` as const,
  object_kind: 'timetable',
  object_id: id,
});
