import { PUSH_SUBSCRIPTIONS_MAX } from '@belfry/schemas/http/mail/push';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

type StoredKey = { public_key: string; sealed: Buffer };

export const findPushKey = (db: Kysely<Database>): Promise<StoredKey | undefined> =>
  db.selectFrom('push_keys').select(['public_key', 'sealed']).executeTakeFirst();

/** @returns the key that is stored, which is another one where another instance was first */
export async function insertPushKey(db: Kysely<Database>, key: StoredKey): Promise<StoredKey> {
  await db
    .insertInto('push_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  return db.selectFrom('push_keys').select(['public_key', 'sealed']).executeTakeFirstOrThrow();
}

export type SubscriptionRow = {
  subscription_id: number;
  key_id: number | null;
  user_agent: string | null;
  created_at: Date;
  last_success_at: Date | null;
};
const SHOWN = ['subscription_id', 'key_id', 'user_agent', 'created_at', 'last_success_at'] as const;

export const findSubscriptions = (db: Kysely<Database>, userId: number): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .orderBy('subscription_id', 'desc')
    .limit(PUSH_SUBSCRIPTIONS_MAX)
    .execute();

type NewSubscription = { user_id: number; key_id: number; endpoint: string; p256dh: string; auth: Buffer };

/** A session that has not ended. Its end waits for this transaction, and so ends the browser too. */
const sessionOf = (keyId: number) =>
  sql`select id, user_agent from user_keys where id = ${keyId} and revoked_at is null for share`;

/**
 * Stores a browser of a person; one that is known is theirs from now on. It is named as the session of the call.
 * @returns undefined where that session has just ended
 */
export async function putSubscription(
  trx: Kysely<Database>,
  { user_id, key_id, endpoint, p256dh, auth }: NewSubscription,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    insert into push_subscriptions (user_id, key_id, endpoint, p256dh, auth, user_agent)
    select ${user_id}::int, k.id, ${endpoint}, ${p256dh}, ${auth}, k.user_agent
    from (${sessionOf(key_id)}) k
    on conflict (endpoint) do update set user_id = excluded.user_id, key_id = excluded.key_id, p256dh = excluded.p256dh,
      auth = excluded.auth, user_agent = excluded.user_agent, failures = 0, created_at = now(), last_success_at = null
    returning subscription_id, key_id, user_agent, created_at, last_success_at`.execute(trx);
  return rows[0];
}

/** Deletes what a person has beyond the limit: the browsers that were used longest ago. */
export async function deleteSurplus(trx: Kysely<Database>, userId: number, keptId: number): Promise<void> {
  await sql`
    delete from push_subscriptions where subscription_id in (
      select subscription_id from push_subscriptions where user_id = ${userId}::int and subscription_id <> ${keptId}::int
      order by coalesce(last_success_at, created_at) desc, subscription_id desc offset ${sql.lit(PUSH_SUBSCRIPTIONS_MAX - 1)})`.execute(
    trx,
  );
}

export async function renewSubscription(
  db: Kysely<Database>,
  { user_id, key_id, endpoint }: Pick<NewSubscription, 'user_id' | 'key_id' | 'endpoint'>,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update push_subscriptions s set key_id = k.id, user_agent = k.user_agent from (${sessionOf(key_id)}) k
    where s.endpoint = ${endpoint} and s.user_id = ${user_id}::int
    returning s.subscription_id, s.key_id, s.user_agent, s.created_at, s.last_success_at`.execute(db);
  return rows[0];
}

export async function deleteByEndpoint(db: Kysely<Database>, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
}

export async function deleteSubscription(
  db: Kysely<Database>,
  subscriptionId: number,
  userId?: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('subscription_id', '=', subscriptionId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export type Target = { subscription_id: number; endpoint: string; p256dh: string; auth: Buffer };

export const findTarget = (
  db: Kysely<Database>,
  subscriptionId: number,
  userId?: number,
): Promise<Target | undefined> =>
  db
    .selectFrom('push_subscriptions')
    .select(['subscription_id', 'endpoint', 'p256dh', 'auth'])
    .where('subscription_id', '=', subscriptionId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .executeTakeFirst();

export type Reader = { subscription_id: number; user_id: number; lang: string; time_zone: string };

export async function findBrowsersOf(db: Kysely<Database>, userIds: readonly number[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select s.subscription_id, s.user_id, u.lang, u.time_zone from push_subscriptions s join users u on u.id = s.user_id
    where s.user_id = any(${[...userIds]}::int4[]) and not u.blocked order by s.subscription_id`.execute(db);
  return rows;
}

export async function noteDelivered(db: Kysely<Database>, subscriptionId: number): Promise<void> {
  await sql`
    update push_subscriptions set last_success_at = now(), failures = 0
    where subscription_id = ${subscriptionId}::int`.execute(db);
}

/** After so many messages in a row that were given up, a browser is removed. */
const FAILURES_MAX = 10;

export async function noteGivenUp(db: Kysely<Database>, subscriptionId: number): Promise<void> {
  await sql`update push_subscriptions set failures = failures + 1 where subscription_id = ${subscriptionId}::int`.execute(
    db,
  );
  await sql`
    delete from push_subscriptions
    where subscription_id = ${subscriptionId}::int and failures >= ${sql.lit(FAILURES_MAX)}`.execute(db);
}
