import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { canSeeAccount } from '../../policies/accounts.ts';
import { canNameOwner } from '../../policies/owners.ts';
import { findUserById } from './users.repository.ts';

/** Whether the caller may read and change what belongs to this person: see `canSeeAccount`. Loads the owner if need be. */
export async function canAccessOwner(db: Kysely<Database>, user: Principal, ownerId: number): Promise<boolean> {
  // Whoever may not name another person as the owner sees no other account either, and costs no statement.
  if (ownerId === user.id || !canNameOwner(user, ownerId)) return ownerId === user.id;
  const owner = await findUserById(db, ownerId);
  return owner !== undefined && canSeeAccount(user, owner);
}

/** Throws forbidden where a person who is no administrator names another as the owner. */
export function checkOwner(user: Principal, ownerId: number | undefined): void {
  if (ownerId === undefined || canNameOwner(user, ownerId)) return;
  throw new AppError('forbidden', 'What you add or change here can only be your own');
}

/** The owner of a list or of a new main company: the caller, or whom an administrator names. Throws user_not_found. */
export async function findVisibleOwner(
  db: Kysely<Database>,
  user: Principal,
  ownerId: number | undefined,
): Promise<number> {
  checkOwner(user, ownerId);
  if (ownerId === undefined) return user.id;
  if (!(await canAccessOwner(db, user, ownerId))) throw new AppError('user_not_found', 'User not found');
  return ownerId;
}
