import { secondsOfDay } from '@belfry/schemas/domain/time-of-day';
import {
  BELL_RINGS_MAX,
  type Bell,
  TIMETABLES_MAX,
  type Timetable,
  type TimetableBody,
  type timetablePatchSchema,
} from '@belfry/schemas/http/bells/timetables';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { manage, type ObjectChange } from '../../people/managed-object.ts';
import { creatorOf, isMemberOf, mayChange, requireChangeable } from '../../people/own-work.ts';
import { ownerPermits } from '../../people/owner-access.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import { plannedPlaces, type VisibleOwners, type WorkPolicy } from '../../policies/owners.ts';
import { quotaOf, requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { findMessages, findOwnChimes } from '../library/index.ts';
import { findHeldOf } from '../../people/organisation-share.ts';
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

/** Timetables of owners. All throw not_found for one that the caller does not see, and forbidden for one that they only read. */
const timetables = manage<TimetableRow, Wire<Timetable>, WorkPolicy>({
  kind: 'timetable',
  recordedFor: 'owner',
  titles: 'timetables',
  missing: 'Timetable not found',
  conflict: 'The timetable was changed meanwhile',
  // With the bells of places; see SCHED-28.
  changes: { key: 'bells', hits: 120, refusal: 'Too many bells were changed.' },
  async maxOf(trx, ownerId) {
    await requireInstallationRoom(trx, 'schedules');
    return quotaOf(trx, ownerId, TIMETABLES_MAX);
  },
  findHeld: (trx, ownerId) => findHeldOf(trx, 'bell_timetables', ownerId),
  lock: lockTimetable,
  async find(db, id, user) {
    const timetable = await viewTimetable(db, id);
    return timetable && seenBy(user, timetable);
  },
  async placeOf(trx, user, timetable, policy) {
    if (!('user_id' in timetable)) return null;
    const isOfOthers = isMemberOf(user, timetable.user_id);
    if (!(await ownerPermits(trx, user, timetable.user_id, isOfOthers ? policy.read : policy.edit))) return null;
    if (isOfOthers) requireChangeable(user, timetable, plannedPlaces, 'timetable');
    return { owner_id: timetable.user_id, company_id: null };
  },
  changed: ({ events }, _id, ownerId) => events.changed('schedules_changed', [], ownerId),
});
export const countBellChange = timetables.count;

export async function listTimetables(
  db: Kysely<Database>,
  user: Caller,
  owners: VisibleOwners,
): Promise<Wire<Timetable>[]> {
  return (await findTimetables(db, owners)).map((timetable) => seenBy(user, timetable));
}

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
  await timetables.count(deps, actor);
  const fields = { ...body, bells: sorted(body.bells) };
  return timetables.create(deps, actor, { owner_id: ownerId, company_id: null }, async (trx) => {
    await checkSounds(trx, ownerId, fields.bells);
    const id = await insertTimetable(trx, { userId: ownerId, creatorId: creatorOf(actor.user, ownerId) }, fields);
    await requireRings(trx, ownerId);
    return { id, after: fields };
  });
}

type TimetableChange = ObjectChange<WorkPolicy>;

/** Changes the given fields. Throws not_found, forbidden, edit_conflict with the stored timetable, and the errors of `createTimetable`. */
export async function changeTimetable(
  deps: BellDeps,
  change: TimetableChange,
  { revision, ...changes }: z.output<typeof timetablePatchSchema>,
): Promise<Wire<Timetable>> {
  await timetables.count(deps, change.actor);
  return timetables.change(deps, change, { revision }, async (trx, timetable) => {
    await lockUser(trx, timetable.user_id);
    const before = fieldsOf(timetable);
    const after = { ...before, ...withoutUndefined(changes) };
    after.bells = sorted(after.bells);
    await checkSounds(trx, timetable.user_id, after.bells);
    await updateTimetable(trx, change.id, after);
    if (after.bells.length > before.bells.length) await requireRings(trx, timetable.user_id);
    return { before, after };
  });
}

/** Throws not_found, forbidden, and conflict with the names of the places that use it. */
export async function removeTimetable(deps: BellDeps, change: TimetableChange): Promise<void> {
  await timetables.remove(deps, change, async (trx, timetable) => {
    await lockUser(trx, timetable.user_id);
    const users = await findUsersOf(trx, change.id);
    if (users.length > 0) throw inUse(users);
    await deleteTimetable(trx, change.id);
    return { before: fieldsOf(timetable) };
  });
}

const NAMED_MAX = 5;
function inUse(names: readonly string[]): AppError {
  const firstNames = names.slice(0, NAMED_MAX).join(', ');
  const others = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} others` : '';
  return new AppError('conflict', `This timetable is in use by ${firstNames}${others}. Please change that first.`);
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
  const messages = ids.length === 0 ? new Map() : await findMessages(db, ownerId, ids);
  if (!ids.every((id) => messages.has(id))) throw notFound('Message not found');
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
