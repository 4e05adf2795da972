import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { HAS_WORK } from './sending.repository.ts';

const EVENTS_AT_ONCE = 500;
/** The key of the advisory lock; no other lock uses this number. Events are divided by one instance at a time, which keeps their order. */
const PASS_LOCK = 4_182_023;
/** More deliveries of one webhook do not wait; it takes new ones again when half of them are gone. */
const WAITING_MAX = 20_000;

/**
 * Divides what has happened into the deliveries of the webhooks that ask for it. Called every two seconds by one instance; one statement where there is
 * nothing to do.
 * @returns whether a webhook has something to send
 */
export async function passWebhookEvents({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { events, due } = await findWork(db);
  let isDue = due;
  for (let passed = events ? EVENTS_AT_ONCE : 0; passed === EVENTS_AT_ONCE;) {
    passed = await transact(db, divideEvents);
    isDue ||= passed > 0;
  }
  return isDue;
}

async function findWork(db: Kysely<Database>): Promise<{ events: boolean; due: boolean }> {
  const { rows } = await sql<{ events: boolean; due: boolean }>`
    select exists (select from webhook_events) as events, exists (select from webhooks w where ${HAS_WORK}) as due`.execute(
    db,
  );
  return rows[0] ?? { events: false, due: false };
}

/**
 * A webhook tells about its node and everything below it: about what is at these nodes, about announcements that are heard at one of them, and, at
 * a main company, about what concerns the whole organisation.
 */
const CONCERNS = sql`
  case when t.company_id is not null then is_at_or_below(t.company_id, w.company_id)
    when t.run_id is not null then announcement_reaches(t.run_id, w.company_id)
    else exists (select from companies c where c.company_id = w.company_id and c.parent_company_id is null) end`;

/** A delivery waits as long as those of its key that are before it. @returns how many events were divided; 0 where another instance does it */
async function divideEvents(trx: Kysely<Database>): Promise<number> {
  const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(PASS_LOCK)}) as held`.execute(
    trx,
  );
  if (lock.rows[0]?.held !== true) return 0;
  const { rows } = await sql<{ passed: number }>`
    with taken as materialized (
      delete from webhook_events e
      where e.event_id in (select event_id from webhook_events order by event_id limit ${sql.lit(EVENTS_AT_ONCE)})
      returning e.*
    ), added as (
      insert into webhook_deliveries (webhook_id, message_id, type, order_key, data, at, next_at)
      select w.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), t.type, t.order_key, t.data, t.at,
        greatest(now(), (select max(d.next_at) from webhook_deliveries d
          where d.webhook_id = w.id and d.order_key = t.order_key and d.state = 'waiting'))
      from taken t join webhooks w on w.owner_id = t.owner_id and w.enabled and not w.is_full and t.type = any(w.events)
      where ${CONCERNS}
      order by t.event_id, w.id
      returning webhook_id
    ), full_ones as (
      update webhooks w set is_full = true
      where w.id in (select distinct webhook_id from added) and not w.is_full and ${sql.lit(WAITING_MAX)} <= (
        select count(*) from (
          select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' limit ${sql.lit(WAITING_MAX)}) as waiting)
    )
    select count(*)::int as passed from taken`.execute(trx);
  return rows[0]?.passed ?? 0;
}
