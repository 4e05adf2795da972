import type { Right } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Kysely, sql } from 'kysely';
import { nodesWithRight } from '../db/conditions.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../policies/accounts.ts';
import { canChangeOthersWork, includesOwner, type OwnersPolicy } from '../policies/owners.ts';
import { rightsIn } from '../policies/rights.ts';

/** What belongs to an organisation, and who has made it: null where its owner has, or somebody whose account is gone. */
type Work = { user_id: number; created_by: number | null };

export const isMemberOf = (caller: Caller, ownerId: number): boolean =>
  ownerId !== caller.id && !isAdministrator(caller.role) && rightsIn(caller, ownerId) !== 0;

/** Null where it is the owner. */
export const creatorOf = (caller: Caller, ownerId: number): number | null => (ownerId === caller.id ? null : caller.id);

/**
 * Whether the caller may change what they may read: members what they have made; its owner, administrators and who plans for a whole tree
 * the rest as well. Lists say it of each row, and `requireChangeable` decides by it.
 */
export const mayChange = (caller: Caller, work: Work, editable: OwnersPolicy): boolean =>
  includesOwner(editable(caller), work.user_id) &&
  (work.created_by === caller.id || canChangeOthersWork(caller, work.user_id));

/**
 * For what the caller may read. Throws forbidden where they may not change it; see `mayChange`.
 * @param title the kind of the object in texts for users: message
 */
export function requireChangeable(caller: Caller, work: Work, editable: OwnersPolicy, title: string): void {
  if (mayChange(caller, work, editable)) return;
  if (!includesOwner(editable(caller), work.user_id))
    throw new AppError('forbidden', `You may read this ${title}, but not change it`);
  throw new AppError('forbidden', `Somebody else has made this ${title}. You may use it, but not change it.`);
}

/** Whether the caller has a right at all places of an owner, by whose objects they have come here; members in all of the trees. */
export async function hasAllPlaces(
  db: Kysely<Database>,
  caller: Caller,
  ownerId: number,
  right: Right,
): Promise<boolean> {
  if (!isMemberOf(caller, ownerId)) return true;
  const { rows } = await sql<{ all: boolean }>`
    select not exists (
      select from companies c where c.user_id = ${ownerId} and c.parent_company_id is null
        and c.company_id not in (${nodesWithRight(caller.id, right)})) as "all"`.execute(db);
  return rows[0]?.all === true;
}

/** For what reaches all places of an owner. Throws forbidden for members who do not plan for all of them. @param text the reason for users */
export async function requireAllPlaces(
  db: Kysely<Database>,
  caller: Caller,
  ownerId: number,
  text: string,
): Promise<void> {
  if (!(await hasAllPlaces(db, caller, ownerId, 'plan'))) throw new AppError('forbidden', text);
}
