import type { AlertFeedSource } from '@belfry/schemas/http/alert-feeds';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';
import type { Coordinate } from './cap/area.ts';
import type { Validators } from './fetch-document.ts';

/** Longer than a reading takes. A feed whose instance has ended is read again after it. */
const CLAIM_S = 120;
const PLACES_MAX = 2_000;

export type ClaimedFeed = Validators & {
  trigger_id: number;
  owner_id: number;
  company_id: number;
  source: AlertFeedSource;
  revision: number;
  armed_at: Date;
};

const DUE_MAX = 1_000;

export type DueFeed = { trigger_id: number; owner_id: number; branch: number | null; revision: number; url: string };

/** The feeds that are due, of every organisation the one that waits longest first; without those that are known to be, unless they were changed since. */
export async function findDueFeeds(db: Kysely<Database>, waiting: readonly DueFeed[]): Promise<DueFeed[]> {
  const { rows } = await sql<DueFeed>`
    select f.trigger_id, t.owner_id, top_branch_of(t.company_id) as branch, t.revision, t.source ->> 'url' as url
    from alert_feeds f join triggers t on t.id = f.trigger_id
    where f.next_read_at <= now() and (f.claimed_until is null or f.claimed_until < now()) and t.enabled
      and not exists (
        select from unnest(${waiting.map(({ trigger_id }) => trigger_id)}::int4[], ${waiting.map(({ revision }) => revision)}::int4[])
          as k (trigger_id, revision)
        where k.trigger_id = f.trigger_id and k.revision = t.revision)
    order by row_number() over (partition by t.owner_id order by f.next_read_at), f.next_read_at
    limit ${sql.lit(DUE_MAX)}`.execute(db);
  return rows;
}

/** Takes a feed; undefined where another instance has it, or it is not due, or was changed since. */
export async function claimFeed(
  db: Kysely<Database>,
  { trigger_id, revision }: Pick<DueFeed, 'trigger_id' | 'revision'>,
): Promise<ClaimedFeed | undefined> {
  const { rows } = await sql<ClaimedFeed>`
    update alert_feeds f set claimed_until = now() + make_interval(secs => ${sql.lit(CLAIM_S)})
    from triggers t
    where f.trigger_id = ${trigger_id} and t.id = f.trigger_id and t.revision = ${revision} and t.enabled
      and f.next_read_at <= now() and (f.claimed_until is null or f.claimed_until < now())
    returning f.trigger_id, t.owner_id, t.company_id, t.source, t.revision, f.armed_at, f.etag, f.last_modified`.execute(
    db,
  );
  return rows[0];
}

export async function findCoordinates(
  db: Kysely<Database>,
  { owner_id, company_id }: { owner_id: number; company_id: number },
): Promise<Coordinate[]> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from companies c
    where c.user_id = ${owner_id} and latitude is not null and longitude is not null and is_at_or_below(c.company_id, ${company_id})
    order by c.company_id limit ${sql.lit(PLACES_MAX)}`.execute(db);
  return rows.map(({ latitude, longitude }) => [latitude, longitude]);
}

type Finished = Validators & { every_s: number; error: string | null; failed: boolean; hasMore: boolean | null };

/** Stores how a reading went, and when the next one is; what was changed meanwhile is read again at once. @returns whether that is to be seen */
export async function finishReading(
  db: Kysely<Database>,
  { trigger_id, revision }: Pick<ClaimedFeed, 'trigger_id' | 'revision'>,
  { every_s, error, failed, hasMore, etag, last_modified }: Finished,
): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    update alert_feeds f set claimed_until = null, next_read_at = now() + make_interval(secs => ${every_s}), etag = ${etag},
      last_modified = ${last_modified}, last_error = ${error}, has_more = coalesce(${hasMore}::bool, f.has_more),
      last_read_at = case when ${failed}::bool then f.last_read_at else now() end,
      failing_since = case when ${error}::text is not null then coalesce(f.failing_since, now()) end
    from alert_feeds b
    where f.trigger_id = ${trigger_id} and b.trigger_id = f.trigger_id
      and exists (select from triggers t where t.id = f.trigger_id and t.revision = ${revision})
    returning (b.last_error is distinct from f.last_error or b.has_more <> f.has_more or b.last_read_at is null) as seen`.execute(
    db,
  );
  if (!rows[0]) await releaseFeed(db, trigger_id);
  return rows[0]?.seen ?? false;
}

export async function releaseFeed(db: Kysely<Database>, triggerId: number): Promise<void> {
  await sql`update alert_feeds set claimed_until = null where trigger_id = ${triggerId}`.execute(db);
}

/**
 * Prepares the reading of the feed of a trigger, at once. @param arm whether alerts that were sent before now start nothing: it is new, turned on,
 * or has another address
 */
export async function storeFeed(trx: Kysely<Database>, triggerId: number, { arm }: { arm: boolean }): Promise<void> {
  await sql`
    insert into alert_feeds (trigger_id) values (${triggerId})
    on conflict (trigger_id) do update set next_read_at = now(), claimed_until = null, etag = null, last_modified = null,
      armed_at = case when ${arm}::bool then now() else alert_feeds.armed_at end,
      failing_since = null, last_error = null, has_more = false`.execute(trx);
}

export async function removeFeed(trx: Kysely<Database>, triggerId: number): Promise<void> {
  await trx.deleteFrom('alert_feeds').where('trigger_id', '=', triggerId).execute();
}

export const findHeldFeeds = (trx: Kysely<Database>, ownerId: number, exceptTrigger: number | null): Promise<Held[]> =>
  findHeld(
    trx,
    sql`select created_by as made_by from triggers
    where owner_id = ${ownerId} and source ->> 'type' = 'alert_feed' and id is distinct from ${exceptTrigger}::int`,
  );
