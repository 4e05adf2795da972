import type { HeardTrack, MusicFilter } from '@belfry/schemas/http/announcements/heard-music';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { ownedBy } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';
import { changeInBatches } from '../../../db/transact.ts';
import type { Page } from '../../../http/routes/route.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

export type StoredHeard = HeardTrack & { device_id: number };
type HeardPlace = Pick<StoredHeard, 'place' | 'device_id'>;

const matching = (owners: VisibleOwners, { from, to, company_id }: MusicFilter): RawBuilder<unknown> => sql`
  from heard_music x
  where x.day >= ${from}::text and x.day <= ${to}::text and ${ownedBy(owners, 'x.user_id', 'x.company_id')}
    and (${company_id ?? null}::int is null or x.company_id in (
      with recursive branch (company_id) as (
        select ${company_id ?? null}::int
        union
        select c.company_id from branch b join companies c on c.parent_company_id = b.company_id
      ) select company_id from branch))`;

const tracksOf = (reported: RawBuilder<unknown>): RawBuilder<StoredHeard> => sql<StoredHeard>`
  select h.place, h.device_id, d.serial, t.id as track_id, t.name, t.title, t.artist, t.duration_ms, h.plays, h.seconds,
    h.first_day, h.last_day
  from (
    select r.place, r.device_id, u.track_id, count(*)::int as plays, sum(u.seconds)::int as seconds,
      min(r.day) as first_day, max(r.day) as last_day
    from (${reported}) r cross join lateral unnest(r.track_ids, r.seconds) as u (track_id, seconds)
    group by r.place, r.device_id, u.track_id
  ) h
  join heard_tracks t on t.id = h.track_id
  join devices d on d.device_id = h.device_id`;

export async function listHeard(
  db: Kysely<Database>,
  owners: VisibleOwners,
  filter: MusicFilter,
  { limit, offset }: Page,
): Promise<{ rows: StoredHeard[]; total: number }> {
  const all = tracksOf(sql`select x.* ${matching(owners, filter)}`);
  const [{ rows }, counted] = await Promise.all([
    sql<StoredHeard>`${all}
      order by h.place collate natural_order, h.device_id, t.name collate natural_order, t.id
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (
      select distinct r.place, r.device_id, u.track_id
      from (select x.* ${matching(owners, filter)}) r cross join lateral unnest(r.track_ids) as u (track_id)
    ) c`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export async function listHeardPlaces(
  db: Kysely<Database>,
  owners: VisibleOwners,
  filter: MusicFilter,
): Promise<HeardPlace[]> {
  const { rows } = await sql<HeardPlace>`
    select p.place, p.device_id from (select distinct x.place, x.device_id ${matching(owners, filter)}) p
    order by p.place collate natural_order, p.device_id`.execute(db);
  return rows;
}

export async function readHeard(
  db: Kysely<Database>,
  owners: VisibleOwners,
  filter: MusicFilter,
  places: readonly HeardPlace[],
): Promise<StoredHeard[]> {
  const names = places.map(({ place }) => place);
  const ids = places.map(({ device_id }) => device_id);
  const reported = sql`
    select x.* ${matching(owners, filter)} and x.device_id = any(${ids}::int4[])
      and (x.place, x.device_id) in (select * from unnest(${names}::text[], ${ids}::int4[]))`;
  const { rows } = await sql<StoredHeard>`${tracksOf(reported)}
    order by h.place collate natural_order, h.device_id, t.name collate natural_order, t.id`.execute(db);
  return rows;
}

/** A day may be so long after that of its report in UTC: in a zone to the east, with a clock that is ahead. */
const DAYS_AHEAD_MS = 2 * 86_400_000;
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

export async function deleteOldMusic(db: Kysely<Database>, before: Date): Promise<void> {
  const day = dayOf(before.getTime());
  const lastHeard = dayOf(before.getTime() - DAYS_AHEAD_MS);
  await changeInBatches((limit) =>
    sql`delete from heard_music where ctid = any(array(
      select ctid from heard_music where day < ${day}::text limit ${limit}))`.execute(db),
  );
  await changeInBatches((limit) =>
    sql`delete from heard_tracks where ctid = any(array(
      select ctid from heard_tracks where last_heard < ${lastHeard}::text limit ${limit}))`.execute(db),
  );
}
