import type { Role } from '@belfry/schemas/domain/roles';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../db/database.ts';
import { USER_KEY_TTL_DAYS } from './user-keys.repository.ts';

const TOUCH_INTERVAL = '1 minute';

/** A key with the state of its owner. */
export type KeyOwner = {
  key_id: number;
  key_created_at: Date;
  made_by: number | null;
  expires_at: Date;
  id: number;
  role: Role;
  active: boolean;
  blocked: boolean;
};

/** The owner of an unexpired, unrevoked key. A prepared statement, because it runs on every cache miss. */
export async function findKeyOwner(pool: pg.Pool, keyHash: Buffer): Promise<KeyOwner | undefined> {
  const { rows } = await pool.query<KeyOwner>({
    name: 'find-key-owner',
    text: `select k.id as key_id, k.created_at as key_created_at, k.made_by, k.expires_at,
             u.id, u.role, u.active, u.blocked
           from user_keys k join users u on u.id = k.user_id
           where k.key_hash = $1 and k.revoked_at is null and k.expires_at > now()`,
    values: [keyHash],
  });
  return rows[0];
}

/** Extends the expiry of a used key, at most once a minute. */
export async function touchKey(pool: pg.Pool, keyId: number): Promise<void> {
  await pool.query({
    name: 'touch-key',
    text: `update user_keys set last_used_at = now(), expires_at = now() + make_interval(days => ${USER_KEY_TTL_DAYS})
           where id = $1 and made_by is null and last_used_at < now() - interval '${TOUCH_INTERVAL}'`,
    values: [keyId],
  });
}

/** The channel on which an instance tells the others that keys were revoked, or users changed. */
export const KEYS_CHANNEL = 'belfry_keys_changed';

export async function notifyKeysChanged(db: Kysely<Database>): Promise<void> {
  await sql`select pg_notify(${KEYS_CHANNEL}, '')`.execute(db);
}
