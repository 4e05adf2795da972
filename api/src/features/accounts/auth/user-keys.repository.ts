import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import type { Caller } from '../../../policies/policy.ts';

/** How long a user key is valid after its last use; see AUTH-5. */
export const USER_KEY_TTL_DAYS = 30;
/** How long a key with which an administrator impersonates another user is valid; see USER-16. */
const IMPERSONATION_KEY_TTL = sql`interval '1 hour'`;
const OWN_KEY_TTL = sql`make_interval(days => ${sql.lit(USER_KEY_TTL_DAYS)})`;

const MAX_HASHES = 1_000;

type NewKey = {
  user_id: number;
  key_hash: Buffer;
  ip: string | null;
  user_agent: string | null;
  /** The administrator for whom it is issued. */
  made_by?: number;
};

/** Stores a key; returns when it expires. Use extends the expiry of a user's own key. */
export async function insertKey(db: Kysely<Database>, key: NewKey): Promise<{ expires_at: Date }> {
  return db
    .insertInto('user_keys')
    .values({
      ...key,
      expires_at: sql<Date>`now() + ${key.made_by === undefined ? OWN_KEY_TTL : IMPERSONATION_KEY_TTL}`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
}

const liveKeys = (db: Kysely<Database>) =>
  db
    .selectFrom('user_keys')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);

export type LiveKey = Omit<Row<'user_keys'>, 'user_id' | 'key_hash' | 'revoked_at' | 'made_by'>;

/** The valid keys of a user's own sessions, the last used first. */
export async function findLiveKeys(db: Kysely<Database>, userId: number): Promise<LiveKey[]> {
  return liveKeys(db)
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('made_by', 'is', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The hashes of the valid keys of a user, of the newest 1,000. */
export async function findLiveKeyHashes(db: Kysely<Database>, userId: number): Promise<Buffer[]> {
  const rows = await liveKeys(db)
    .select('key_hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_HASHES)
    .execute();
  return rows.map(({ key_hash }) => key_hash);
}

/** Whether a key is valid. */
export async function isKeyLive(db: Kysely<Database>, keyId: number): Promise<boolean> {
  const found = await liveKeys(db).select('id').where('id', '=', keyId).executeTakeFirst();
  return found !== undefined;
}

/** The user of a valid key, with the present role; undefined also for one who is blocked or suspended. */
export async function findCallerOfKey(db: Kysely<Database>, keyId: number): Promise<Caller | undefined> {
  return db
    .selectFrom('user_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['u.id', 'u.role'])
    .where('k.id', '=', keyId)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where('u.active', '=', true)
    .where('u.blocked', '=', false)
    .executeTakeFirst();
}

/** The users who have a valid key. */
export async function findSignedInIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await liveKeys(db).select('user_id').distinct().execute();
  return rows.map(({ user_id }) => user_id);
}
