import { SETUP_KEY_TTL_MS } from '@belfry/schemas/domain/account';
import type { Role } from '@belfry/schemas/domain/roles';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database, Row } from '../../db/database.ts';
import { liveKeys } from '../../people/live-keys.ts';
import { MEMBERSHIPS_OF_USER, type StoredMemberships, toMemberships } from '../../people/memberships.repository.ts';
import type { Membership } from '../../policies/rights.ts';

/** How long a user key without a time-out is valid after its last use; see AUTH-5. */
const USER_KEY_TTL_DAYS = 30;
/** How long a key with which an administrator impersonates another user is valid; see USER-16. */
const IMPERSONATION_KEY_TTL = sql`interval '1 hour'`;
const OWN_KEY_TTL = sql`make_interval(days => ${sql.lit(USER_KEY_TTL_DAYS)})`;
const SETUP_KEY_TTL = sql`make_interval(secs => ${sql.lit(SETUP_KEY_TTL_MS / 1_000)})`;

type NewKey = {
  user_id: number;
  key_hash: Buffer;
  ip: string | null;
  user_agent: string | null;
  made_by?: number;
  only_setup?: boolean;
};

/** How long a new key is valid: one of a sign-in for the time-out of its person, if there is one; see AUTH-40. */
function lifetimeOf({ user_id, ip, made_by, only_setup }: NewKey) {
  if (only_setup) return SETUP_KEY_TTL;
  if (made_by !== undefined) return IMPERSONATION_KEY_TTL;
  if (ip === null) return OWN_KEY_TTL;
  return sql`coalesce(make_interval(mins => session_minutes_of(${user_id})), ${OWN_KEY_TTL})`;
}

/** Stores a key; returns when it expires. Use extends the expiry of a user's own key. */
export async function insertKey(db: Kysely<Database>, key: NewKey): Promise<{ expires_at: Date }> {
  return db
    .insertInto('user_keys')
    .values({ ...key, expires_at: sql<Date>`now() + ${lifetimeOf(key)}` })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
}

/** Makes the key of a sign-in that had to set up a second factor an ordinary one; false for a key that is one. */
export async function liftSetupKey(trx: Kysely<Database>, keyId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_keys')
    .set({
      only_setup: false,
      expires_at: sql<Date>`now() + coalesce(make_interval(mins => session_minutes_of(user_id)), ${OWN_KEY_TTL})`,
    })
    .where('id', '=', keyId)
    .where('only_setup', '=', true)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type LiveKey = Omit<
  Row<'user_keys'>,
  'user_id' | 'key_hash' | 'revoked_at' | 'made_by' | 'last_active_at' | 'only_setup'
>;

export async function findLiveKeys(db: Kysely<Database>, userId: number): Promise<LiveKey[]> {
  return liveKeys(db)
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('made_by', 'is', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const ADDRESSES_MAX = 50;

export async function findSessionAddresses(db: Kysely<Database>, userId: number): Promise<string[]> {
  const rows = await liveKeys(db)
    .select('ip')
    .where('user_id', '=', userId)
    .where('made_by', 'is', null)
    .where('only_setup', '=', false)
    .where('ip', 'is not', null)
    .orderBy('last_used_at', 'desc')
    .limit(ADDRESSES_MAX)
    .execute();
  return rows.flatMap(({ ip }) => ip ?? []);
}

export async function isKeyLive(db: Kysely<Database>, keyId: number): Promise<boolean> {
  const key = await liveKeys(db).select('id').where('id', '=', keyId).executeTakeFirst();
  return key !== undefined;
}

export async function findSignedInIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await liveKeys(db).select('user_id').distinct().execute();
  return rows.map(({ user_id }) => user_id);
}

const revoking = (db: Kysely<Database>) =>
  db
    .updateTable('user_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('revoked_at', 'is', null);

export async function revokeKey(db: Kysely<Database>, keyId: number): Promise<void> {
  await revoking(db).where('id', '=', keyId).execute();
}

export async function revokeKeys(
  db: Kysely<Database>,
  userId: number,
  { only, except }: { only?: number; except?: number },
): Promise<number> {
  const { numUpdatedRows } = await revoking(db)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(only !== undefined, (qb) => qb.where('id', '=', only ?? 0))
    .$if(except !== undefined, (qb) => qb.where('id', '!=', except ?? 0))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Revokes the keys of a user that were disclosed to an administrator: those without a sign-in. */
export async function revokeDisclosedKeys(db: Kysely<Database>, userId: number): Promise<void> {
  await revoking(db).where('user_id', '=', userId).where('ip', 'is', null).execute();
}

/**
 * Revokes keys of impersonation: all with which these users impersonate others, and all with which they are impersonated.
 * @returns the users who were impersonated
 */
export async function revokeImpersonationKeys(db: Kysely<Database>, ...userIds: number[]): Promise<number[]> {
  const rows = await revoking(db)
    .where('made_by', 'is not', null)
    .where((eb) => eb.or([eb('made_by', 'in', userIds), eb('user_id', 'in', userIds)]))
    .returning('user_id')
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

export async function deleteExpiredKeys(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('user_keys')
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<', sql<Date>`now()`)]))
    .execute();
}

const TOUCH_INTERVAL = '1 minute';

export type KeyOwner = {
  key_id: number;
  key_created_at: Date;
  made_by: number | null;
  only_setup: boolean;
  expires_at: Date;
  id: number;
  role: Role;
  active: boolean;
  blocked: boolean;
  memberships: Membership[];
  owns_nodes: boolean;
};

/** The owner of an unexpired, unrevoked key. A prepared statement, because it runs on every cache miss. */
export async function findKeyOwner(pool: pg.Pool, keyHash: Buffer): Promise<KeyOwner | undefined> {
  type Found = Omit<KeyOwner, 'memberships'> & StoredMemberships;
  const { rows } = await pool.query<Found>({
    name: 'find-key-owner',
    text: `select k.id as key_id, k.created_at as key_created_at, k.made_by, k.only_setup, k.expires_at,
             u.id, u.role, u.active, u.blocked, m.memberships,
             exists (select from company_counts n where n.user_id = u.id and n.nodes > 0) as owns_nodes
           from user_keys k join users u on u.id = k.user_id
           cross join lateral (${MEMBERSHIPS_OF_USER}) m
           where k.key_hash = $1 and k.revoked_at is null and k.expires_at > now()`,
    values: [keyHash],
  });
  const [owner] = rows;
  return owner && { ...owner, memberships: toMemberships(owner) };
}

/** Who used a key: the person, or only a page that fetches something by itself. */
export type KeyUse = 'person' | 'page';

/**
 * Extends the expiry of a used key, at most once a minute: by the time-out of its person, which only the person's own use extends, or by 30 days. A
 * key that has expired stays so.
 */
export async function touchKey(pool: pg.Pool, keyId: number, use: KeyUse): Promise<void> {
  await pool.query({
    name: 'touch-key',
    text: `update user_keys set last_used_at = now(),
             last_active_at = case when $2 then now() else last_active_at end,
             expires_at = case
               when ip is null or session_minutes_of(user_id) is null then now() + make_interval(days => ${USER_KEY_TTL_DAYS})
               when $2 then now() + make_interval(mins => session_minutes_of(user_id))
               else expires_at end
           where id = $1 and made_by is null and not only_setup and revoked_at is null and expires_at > now()
             and (last_used_at < now() - interval '${TOUCH_INTERVAL}'
               or ($2 and last_active_at < now() - interval '${TOUCH_INTERVAL}'))`,
    values: [keyId, use === 'person'],
  });
}

export async function renewKey(db: Kysely<Database>, keyId: number): Promise<void> {
  await db
    .updateTable('user_keys')
    .set({
      last_active_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + coalesce(make_interval(mins => session_minutes_of(user_id)), ${OWN_KEY_TTL})`,
    })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('made_by', 'is', null)
    .where('ip', 'is not', null)
    .execute();
}

/** The time-out of a key in minutes, null without one, and the seconds until it expires. */
export async function findKeyState(
  db: Kysely<Database>,
  keyId: number,
): Promise<{ session_minutes: number | null; ends_in_s: number } | undefined> {
  const { rows } = await sql<{ session_minutes: number | null; ends_in_s: number }>`
    select case when made_by is null and ip is not null then session_minutes_of(user_id) end as session_minutes,
      greatest(0, floor(extract(epoch from expires_at - now())))::int as ends_in_s
    from user_keys where id = ${keyId}`.execute(db);
  return rows[0];
}

/** Revokes the keys whose time has passed. Returns their users, whose live connections must be dropped. */
export async function revokePassedKeys(db: Kysely<Database>): Promise<number[]> {
  const rows = await revoking(db)
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('user_id')
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

export const KEYS_CHANNEL = 'belfry_keys_changed';

export async function notifyKeysChanged(db: Kysely<Database>): Promise<void> {
  await sql`select pg_notify(${KEYS_CHANNEL}, '')`.execute(db);
}
