import type { Right } from '@belfry/schemas/domain/rights';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AppError, notFound } from '../../../errors.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { hasAllPlaces, isMemberOf } from '../../../people/own-work.ts';
import { ownerPermits } from '../../../people/owner-access.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { includesOwner, type OwnerPolicy, plannedPlaces, type WorkPolicy } from '../../../policies/owners.ts';
import type { ScheduleRow } from '../schedules.repository.ts';
import { findNamedPlaces } from './reach.repository.ts';
import { isOutside, outsideOf, placesIn } from './reach.ts';
import { type SeenSchedule, seenSchedules } from './seen-schedules.ts';

/** Whose time the expansion of an owner's rules takes: a member's own, so that they do not keep the owner waiting. */
export const budgetOf = (user: Caller, ownerId: number): number => (isMemberOf(user, ownerId) ? user.id : ownerId);

/** A schedule as the caller sees it. Throws not_found for one that the policy does not permit, or of which a member must not know. */
export async function requireSeen(
  db: Kysely<Database>,
  user: Caller,
  policy: OwnerPolicy,
  row: ScheduleRow | undefined,
): Promise<SeenSchedule> {
  const permitted = row !== undefined && (await ownerPermits(db, user, row.user_id, policy));
  const [seen] = permitted ? await seenSchedules(db, user, [row]) : [];
  if (!seen) throw notFound('Schedule not found');
  return seen;
}

/**
 * A stored schedule that the caller may change, with all of its targets. Throws not_found as `requireSeen`, and forbidden for members
 * unless they plan for all of its places.
 */
export async function requireChangeableSchedule(
  db: Kysely<Database>,
  user: Caller,
  policy: WorkPolicy,
  row: ScheduleRow | undefined,
): Promise<ScheduleRow> {
  if (row === undefined || !isMemberOf(user, row.user_id)) {
    if (!row || !(await ownerPermits(db, user, row.user_id, policy.edit))) throw notFound('Schedule not found');
    return row;
  }
  await requireSeen(db, user, policy.read, row);
  if (!(await ownerPermits(db, user, row.user_id, policy.edit)))
    throw new AppError('forbidden', 'You may read this schedule, but not change it');
  await requirePlanned(db, user, row.user_id, row);
  return row;
}

/** Throws not_found where targets name a group that a member does not see. */
export async function requireKnownGroups(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number,
  { groups, except }: Targets,
): Promise<void> {
  if (!isMemberOf(user, ownerId)) return;
  const named = { nodes: [], groups: [...groups, ...except.groups], devices: [] };
  const places = await findNamedPlaces(db, user.id, 'read', named);
  if (places.some(({ some }) => !some)) throw notFound('A selected group does not exist');
}

/** Throws forbidden where a member may not make a schedule what it is to be; see `findRefusals`. */
export async function requirePlanned(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number,
  { targets, action }: Pick<ScheduleBody, 'targets' | 'action'>,
): Promise<void> {
  const [refusal] = await findRefusals(db, user, [{ user_id: ownerId, targets, action }]);
  if (refusal) throw new AppError('forbidden', refusal);
}

export async function findChangeable(
  db: Kysely<Database>,
  user: Caller,
  rows: readonly SeenSchedule[],
): Promise<Set<number>> {
  // Who does not see a place does not plan for it either.
  const editable = rows.filter(
    ({ user_id, elsewhere }) =>
      !isMemberOf(user, user_id) || (!elsewhere && includesOwner(plannedPlaces(user), user_id)),
  );
  const refusals = await findRefusals(db, user, editable);
  return new Set(editable.filter((_, index) => refusals[index] === null).map(({ id }) => id));
}

type Work = Pick<ScheduleRow, 'user_id' | 'targets' | 'action'>;

/**
 * Why a member may not change each of these schedules, null where they may: they must plan for all of its places; for commands they also
 * need to operate the devices, and for reports to plan for everything that these are about. Few statements for all of them.
 */
async function findRefusals(db: Kysely<Database>, user: Caller, works: readonly Work[]): Promise<(string | null)[]> {
  const ofOthers = works.filter(({ user_id }) => isMemberOf(user, user_id));
  if (ofOthers.length === 0) return works.map(() => null);
  const commands = ofOthers.filter(({ action }) => action.type === 'maintenance');
  const reporting = new Set(ofOthers.filter(({ action }) => action.type === 'report').map(({ user_id }) => user_id));
  const notPlanned = { outside: await findOutside(db, user.id, 'plan', ofOthers) };
  const notOperated = { outside: await findOutside(db, user.id, 'operate', commands) };
  for (const owner of reporting) if (await hasAllPlaces(db, user, owner, 'plan')) reporting.delete(owner);
  return mapYielding(works, ({ user_id, targets, action }) => {
    if (!isMemberOf(user, user_id)) return null;
    if (isOutside(targets, notPlanned)) return 'This schedule also concerns places for which you do not plan';
    if (action.type === 'maintenance' && isOutside(targets, notOperated))
      return 'You may not send commands to all of these devices';
    return action.type === 'report' && reporting.has(user_id) ? REPORTS : null;
  });
}

const REPORTS = 'A report is about all places of the organisation, so only those who plan for all of them change it';

async function findOutside(
  db: Kysely<Database>,
  userId: number,
  right: Right,
  works: readonly Work[],
): Promise<ReadonlySet<string>> {
  const lists = await placesIn(works.map(({ targets }) => ({ ...targets, except: NOWHERE })));
  return outsideOf(await findNamedPlaces(db, userId, right, lists));
}
const NOWHERE = { nodes: [], groups: [], devices: [] };
