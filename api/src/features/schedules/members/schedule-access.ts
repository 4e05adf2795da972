import type { Right } from '@belfry/schemas/domain/rights';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AppError, notFound } from '../../../errors.ts';
import { isMemberOf, requireAllPlaces } from '../../../people/own-work.ts';
import { ownerPermits } from '../../../people/owner-access.ts';
import type { Caller } from '../../../policies/accounts.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import type { ScheduleRow } from '../schedules.repository.ts';
import { findNamedPlaces } from './reach.repository.ts';
import { type SeenSchedule, seenSchedules } from './seen-schedules.ts';

/** Whose schedules the caller reads and changes, by their owner. */
export type SchedulePolicy = { read: OwnerPolicy; edit: OwnerPolicy };

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
  policy: SchedulePolicy,
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
  const found = await findNamedPlaces(db, user.id, 'read', named);
  if (found.some(({ some }) => !some)) throw notFound('A selected group does not exist');
}

/**
 * Throws forbidden unless a member plans for all places of a schedule; for commands they also need to operate the devices, and for
 * reports to plan for everything that these are about.
 */
export async function requirePlanned(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number,
  { targets: { nodes, groups, devices }, action }: Pick<ScheduleBody, 'targets' | 'action'>,
): Promise<void> {
  if (!isMemberOf(user, ownerId)) return;
  const isEverywhere = async (right: Right): Promise<boolean> =>
    (await findNamedPlaces(db, user.id, right, { nodes, groups, devices })).every(({ every }) => every);
  if (!(await isEverywhere('plan')))
    throw new AppError('forbidden', 'This schedule also concerns places for which you do not plan');
  if (action.type === 'maintenance' && !(await isEverywhere('operate')))
    throw new AppError('forbidden', 'You may not send commands to all of these devices');
  if (action.type === 'report') await requireAllPlaces(db, user, ownerId, REPORTS);
}

const REPORTS = 'A report is about all places of the organisation, so only those who plan for all of them change it';
