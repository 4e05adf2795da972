import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Caller } from '../policies/accounts.ts';
import { withMemberships } from './memberships.repository.ts';

const MAX_HASHES = 1_000;

/** Keys for setting up a second factor only are none. */
export const liveKeys = (db: Kysely<Database>) =>
  db
    .selectFrom('user_keys')
    .where('revoked_at', 'is', null)
    .where('only_setup', '=', false)
    .where('expires_at', '>', sql<Date>`now()`);

/** Of the newest 1,000 keys. */
export async function findLiveKeyHashes(db: Kysely<Database>, userId: number): Promise<Buffer[]> {
  const rows = await liveKeys(db)
    .select('key_hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_HASHES)
    .execute();
  return rows.map(({ key_hash }) => key_hash);
}

/** The user of a valid key, with the present role; undefined also for one who is blocked or suspended. */
export async function findCallerOfKey(db: Kysely<Database>, keyId: number): Promise<Caller | undefined> {
  const caller = await db
    .selectFrom('user_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['u.id', 'u.role'])
    .where('k.id', '=', keyId)
    .where('k.revoked_at', 'is', null)
    .where('k.only_setup', '=', false)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where('u.active', '=', true)
    .where('u.blocked', '=', false)
    .executeTakeFirst();
  return caller && withMemberships(db, caller);
}
