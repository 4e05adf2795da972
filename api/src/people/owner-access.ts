import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../policies/accounts.ts';
import { canNameOwner, type OwnerPolicy } from '../policies/owners.ts';
import { findAccounts, findUserById } from './users.repository.ts';

/** Applies the policy to the owner of an object, whose account is loaded if need be. */
export async function ownerPermits(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number,
  policy: OwnerPolicy,
): Promise<boolean> {
  if (ownerId === user.id) return policy(user, user);
  // Whoever may not name another user as the owner sees no other account either, and costs no statement.
  if (!canNameOwner(user, ownerId)) return false;
  const owner = await findUserById(db, ownerId);
  return owner !== undefined && policy(user, owner);
}

/** Finds those of these owners whom the policy permits, with one statement. */
export async function permittedOwners(
  db: Kysely<Database>,
  user: Caller,
  ownerIds: readonly number[],
  policy: OwnerPolicy,
): Promise<Set<number>> {
  const visible = ownerIds.filter((id) => canNameOwner(user, id));
  const accounts = await findAccounts(db, visible);
  return new Set(accounts.filter((account) => policy(user, account)).map(({ id }) => id));
}

/** Throws forbidden where a user who is no administrator names another as the owner. */
export function checkOwner(user: Caller, ownerId: number | undefined): void {
  if (ownerId === undefined || canNameOwner(user, ownerId)) return;
  throw new AppError('forbidden', 'What you add or change here can only be your own');
}

/** The owner of a list or of a new main company: the caller, or whom an administrator names. Throws user_not_found. */
export async function findPermittedOwner(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number | undefined,
  policy: OwnerPolicy,
): Promise<number> {
  checkOwner(user, ownerId);
  if (ownerId === undefined) return user.id;
  if (!(await ownerPermits(db, user, ownerId, policy))) throw new AppError('user_not_found', 'User not found');
  return ownerId;
}
