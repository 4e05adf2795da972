import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export async function revokeKey(db: Kysely<Database>, keyId: number): Promise<void> {
  await db
    .updateTable('user_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes keys of a user: all, only one, or all except one. Returns how many. */
export async function revokeKeys(
  db: Kysely<Database>,
  userId: number,
  { only, except }: { only?: number; except?: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('user_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(only !== undefined, (qb) => qb.where('id', '=', only ?? 0))
    .$if(except !== undefined, (qb) => qb.where('id', '!=', except ?? 0))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Revokes the keys of a user that were disclosed to an administrator: those without a sign-in. */
export async function revokeDisclosedKeys(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .updateTable('user_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ip', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Revokes keys of impersonation: all with which these users impersonate others, and all with which they are impersonated.
 * @returns the users who were impersonated
 */
export async function revokeImpersonationKeys(db: Kysely<Database>, ...userIds: number[]): Promise<number[]> {
  const rows = await db
    .updateTable('user_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('made_by', 'is not', null)
    .where((eb) => eb.or([eb('made_by', 'in', userIds), eb('user_id', 'in', userIds)]))
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Deletes revoked and expired keys. */
export async function deleteExpiredKeys(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('user_keys')
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<', sql<Date>`now()`)]))
    .execute();
}
