import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { WEBHOOK_JOBS } from './deliver.ts';

/** Events of one statement. */
const EVENTS_AT_ONCE = 500;
/** The key of the advisory lock; no other lock uses this number. Events are divided by one instance at a time, which keeps their order. */
const PASS_LOCK = 4_182_023;
/** Longer than one job of a webhook takes. A webhook whose job was lost is taken again after it. */
const CLAIM_S = 120;
/** Webhooks that one call gives a job, and those of one organisation that have one at the same time. */
const CLAIMS_AT_ONCE = 16;
const CLAIMS_PER_OWNER = 4;
/** More deliveries of one webhook do not wait; it takes new ones again when half of them are gone. */
const WAITING_MAX = 20_000;

/**
 * Divides what has happened into the deliveries of the webhooks that ask for it, and gives each webhook that has something to send a job.
 * Called every two seconds by one instance; one statement where there is nothing to do.
 */
export async function passWebhookEvents({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const { events, due } = await findWork(db);
  let isDue = due;
  for (let passed = events ? EVENTS_AT_ONCE : 0; passed === EVENTS_AT_ONCE;) {
    passed = await transact(db, divideEvents);
    isDue ||= passed > 0;
  }
  if (!isDue) return;
  await transact(db, async (trx) => {
    const claimed = await claimWebhooks(trx);
    await jobs.sendAll(
      trx,
      WEBHOOK_JOBS,
      claimed.map((webhook_id) => ({ id: randomUUID(), data: { webhook_id } })),
    );
  });
}

const HAS_WORK = sql`
  w.enabled and (w.retry_at is null or w.retry_at <= now()) and (w.claimed_until is null or w.claimed_until < now())
  and exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now())`;

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

/** The webhooks that get a job: those that wait longest, and not too many of one organisation. */
async function claimWebhooks(trx: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with busy as (
      select owner_id, count(*) as n from webhooks where claimed_until > now() group by owner_id
    ), due as (
      select w.id, w.passed_at,
        row_number() over (partition by w.owner_id order by w.passed_at nulls first, w.id) + coalesce(b.n, 0) as position
      from webhooks w left join busy b on b.owner_id = w.owner_id
      where ${HAS_WORK}
    ), chosen as (
      select w.id from webhooks w join due on due.id = w.id
      where due.position <= ${sql.lit(CLAIMS_PER_OWNER)}
      order by due.passed_at nulls first, w.id limit ${sql.lit(CLAIMS_AT_ONCE)}
      for update of w skip locked
    )
    update webhooks w set claimed_until = now() + make_interval(secs => ${sql.lit(CLAIM_S)})
    from chosen where w.id = chosen.id and (w.claimed_until is null or w.claimed_until < now())
    returning w.id`.execute(trx);
  return rows.map(({ id }) => id);
}
