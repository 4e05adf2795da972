import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

/** Longer than a pass takes. A webhook whose instance has ended is taken again after it. */
const CLAIM_S = 60;
const DUE_MAX = 1_000;

/** A condition on the webhook `w`: it has something to send now, and no instance does. */
export const HAS_WORK = sql<boolean>`
  w.enabled and (w.retry_at is null or w.retry_at <= now()) and (w.claimed_until is null or w.claimed_until < now())
  and exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now())`;

export type DueWebhook = { id: number; owner_id: number; branch: number | null; url: string };

/** The webhooks that have something to send, of every organisation the one that waits longest first; without those that are known to have. */
export async function findDueWebhooks(db: Kysely<Database>, waiting: readonly DueWebhook[]): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select w.id, w.owner_id, top_branch_of(w.company_id) as branch, w.url from webhooks w
    where ${HAS_WORK} and w.id <> all(${waiting.map(({ id }) => id)}::int4[])
    order by row_number() over (partition by w.owner_id order by w.passed_at nulls first, w.id), w.passed_at nulls first, w.id
    limit ${sql.lit(DUE_MAX)}`.execute(db);
  return rows;
}

export async function claimWebhook(db: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql`
    update webhooks w set claimed_until = now() + make_interval(secs => ${sql.lit(CLAIM_S)})
    where w.id = ${id} and ${HAS_WORK} returning w.id`.execute(db);
  return rows.length > 0;
}

export type SendingWebhook = Pick<
  Row<'webhooks'>,
  'id' | 'owner_id' | 'company_id' | 'name' | 'url' | 'secret' | 'previous_secret' | 'failures' | 'failing_since'
>;

/** Undefined where the webhook is off, gone, or waits for its receiver. */
export async function findForSending(db: Kysely<Database>, id: number): Promise<SendingWebhook | undefined> {
  const { rows } = await sql<SendingWebhook>`
    select id, owner_id, company_id, name, url, secret,
      case when previous_secret_until > now() then previous_secret end as previous_secret, failures, failing_since
    from webhooks where id = ${id} and enabled and (retry_at is null or retry_at <= now())`.execute(db);
  return rows[0];
}

export async function noteArrival(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, failures: 0, retry_at: null, last_delivered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Notes a failure. @param delayMs how long the whole webhook waits; null where only the message was refused
 * @returns since when nothing has arrived
 */
export async function noteFailure(db: Kysely<Database>, id: number, delayMs: number | null): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date }>`
    update webhooks set failing_since = coalesce(failing_since, now()),
      failures = failures + (${delayMs}::float8 is not null)::int,
      retry_at = coalesce(now() + make_interval(secs => ${delayMs}::float8 / 1000), retry_at)
    where id = ${id} returning failing_since`.execute(db);
  return rows[0]?.failing_since ?? null;
}

export async function turnOff(db: Kysely<Database>, id: number, reason: 'failing' | 'gone'): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update webhooks set enabled = false, disabled_reason = ${reason}, disabled_at = now(), revision = revision + 1
    where id = ${id} and enabled returning id`.execute(db);
  return rows.length > 0;
}

/** Fewer than these wait where a webhook that was full takes events again. */
const WAITING_AGAIN = 10_000;

export async function releaseWebhook(db: Kysely<Database>, id: number): Promise<void> {
  await sql`
    update webhooks w set claimed_until = null, passed_at = now(), is_full = is_full and ${sql.lit(WAITING_AGAIN)} <= (
      select count(*) from (
        select from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting' limit ${sql.lit(WAITING_AGAIN)}) as waiting)
    where w.id = ${id}`.execute(db);
}
