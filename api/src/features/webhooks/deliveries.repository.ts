import type { WebhookDelivery, WebhookDeliveryState } from '@belfry/schemas/http/webhooks';
import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { changeInBatches } from '../../db/transact.ts';
import type { Page, Wire } from '../../http/routes/route.ts';

/** Delivered and failed ones are kept so long, and waiting ones of webhooks that are off. */
const KEPT_DAYS = 30;
const COUNTED_MAX = 10_000;

const SELECT = sql`
  select d.delivery_id, d.message_id, d.type, d.state,
    jsonb_build_object('type', d.type, 'timestamp', d.at, 'data', d.data) as payload, d.attempts,
    case when d.state = 'waiting' then greatest(d.next_at, w.retry_at) end as next_at, d.last_status, d.last_error, d.created_at,
    d.delivered_at
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id`;

export async function listDeliveries(
  db: Kysely<Database>,
  { id, state }: { id: number; state: WebhookDeliveryState | undefined },
  { limit, offset }: Page,
): Promise<{ rows: Wire<WebhookDelivery>[]; total: number }> {
  const listed = sql`d.webhook_id = ${id} and (${state ?? null}::text is null or d.state = ${state ?? null})`;
  const { rows } = await sql<Wire<WebhookDelivery>>`
    ${SELECT} where ${listed} order by d.delivery_id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from webhook_deliveries d where ${listed} limit ${sql.lit(COUNTED_MAX)}) as listed`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export async function findDelivery(
  db: Kysely<Database>,
  { id, delivery_id }: { id: number; delivery_id: number },
): Promise<Wire<WebhookDelivery> | undefined> {
  const { rows } = await sql<Wire<WebhookDelivery>>`
    ${SELECT} where d.webhook_id = ${id} and d.delivery_id = ${delivery_id}`.execute(db);
  return rows[0];
}

export type NewDelivery = { webhook_id: number; type: string; order_key: string; data: Record<string, unknown> };

/** @returns its id */
export async function insertDelivery(db: Kysely<Database>, { data, ...delivery }: NewDelivery): Promise<number> {
  const { delivery_id } = await db
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      data: JSON.stringify(data),
      message_id: sql<string>`${NEW_MESSAGE_ID}`,
      at: sql<Date>`now()`,
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow();
  return delivery_id;
}

const NEW_MESSAGE_ID = sql.raw(`'msg_' || replace(gen_random_uuid()::text, '-', '')`);

export async function sendAgain(
  db: Kysely<Database>,
  { id, delivery_id }: { id: number; delivery_id: number },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', first_tried_at: null, attempts: 0, next_at: sql<Date>`now()` })
    .where('webhook_id', '=', id)
    .where('delivery_id', '=', delivery_id)
    .execute();
}

export async function sendWaitingNow(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: sql<Date>`now()`, first_tried_at: null })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  await db.updateTable('webhooks').set({ retry_at: null, failures: 0 }).where('id', '=', id).execute();
}

export type DueDelivery = Pick<
  Row<'webhook_deliveries'>,
  'delivery_id' | 'message_id' | 'type' | 'order_key' | 'data' | 'at' | 'attempts' | 'first_tried_at'
>;

/**
 * What is due now: of each key only the first that waits, so that its order is kept. The oldest first; for an attempt whether the receiver is back,
 * what was tried least recently, so that one message which the receiver cannot take does not hold up all others.
 */
export async function findDue(
  db: Kysely<Database>,
  id: number,
  { limit, probe }: { limit: number; probe: boolean },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.delivery_id, d.message_id, d.type, d.order_key, d.data, d.at, d.attempts, d.first_tried_at
    from webhook_deliveries d
    where d.webhook_id = ${id} and d.state = 'waiting' and d.next_at <= now() and not exists (
      select from webhook_deliveries e
      where e.webhook_id = d.webhook_id and e.order_key = d.order_key and e.state = 'waiting' and e.delivery_id < d.delivery_id)
    order by ${probe ? sql`d.next_at, d.delivery_id` : sql`d.delivery_id`} limit ${limit}`.execute(db);
  return rows;
}

export async function markDelivered(db: Kysely<Database>, deliveryId: number, status: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'delivered',
      attempts: sql<number>`attempts + 1`,
      last_status: status,
      last_error: null,
      delivered_at: sql<Date>`now()`,
    })
    .where('delivery_id', '=', deliveryId)
    .execute();
}

export type FailedAttempt = {
  webhookId: number;
  delivery: Pick<DueDelivery, 'delivery_id' | 'order_key'>;
  status: number | null;
  error: string;
  /** null: it was the last attempt. */
  nextAt: Date | null;
};

/** What has the same key waits as long, so that nobody looks at it before. */
export async function markTried(db: Kysely<Database>, failed: FailedAttempt): Promise<void> {
  const { webhookId, delivery, status, error, nextAt } = failed;
  await sql`
    update webhook_deliveries set
      state = case when delivery_id = ${delivery.delivery_id} and ${nextAt}::timestamptz is null then 'failed' else state end,
      attempts = attempts + (delivery_id = ${delivery.delivery_id})::int,
      first_tried_at = case when delivery_id = ${delivery.delivery_id} then coalesce(first_tried_at, now()) else first_tried_at end,
      last_status = case when delivery_id = ${delivery.delivery_id} then ${status}::int else last_status end,
      last_error = case when delivery_id = ${delivery.delivery_id} then ${error}::text else last_error end,
      next_at = greatest(next_at, coalesce(${nextAt}::timestamptz, now()))
    where webhook_id = ${webhookId} and order_key = ${delivery.order_key} and state = 'waiting'
      and (delivery_id = ${delivery.delivery_id} or next_at < coalesce(${nextAt}::timestamptz, '-infinity'))`.execute(
    db,
  );
}

export const deleteOldDeliveries = (db: Kysely<Database>): Promise<void> =>
  changeInBatches(async (limit) =>
    sql`delete from webhook_deliveries where delivery_id in (
      select delivery_id from webhook_deliveries
      where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) limit ${limit})`.execute(db),
  );
