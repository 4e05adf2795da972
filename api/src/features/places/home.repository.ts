import { type Home, type Region, REGIONS_MAX } from '@belfry/schemas/http/places/home';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BY_OTHER_VOICE, eachNodeOwnedBy, HEARD, nodeOfDevice, ownedBy, SENT } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { isPermitted, permitted } from './where.repository.ts';

/** Rooms of one place; more places are several. */
const ROOMS_MAX = 12;

/** The loudspeakers of the caller that are at a place. */
const SPEAKERS = (nodes: VisibleOwners): RawBuilder<unknown> => sql`
  speakers as materialized (
    select d.device_id, d.place_id, s.status from devices d join device_state s using (device_id)
    where d.user_id is not null and d.place_id is not null and ${ownedBy(nodes, 'd.user_id', nodeOfDevice())}
  )`;

/** The places where something is wrong: a loudspeaker is away, or an alarm is not over; of the organisations of the caller. */
const WRONG = (nodes: VisibleOwners): RawBuilder<unknown> => sql`
  wrong as materialized (
    select place_id from speakers where status <> 'online'
    union
    select case when c.type = 'Device' then c.parent_company_id else c.company_id end
    from alarms a join companies c using (company_id) where a.cleared_at is null and a.merged_into is null and ${ownedBy(nodes, 'a.owner_id')}
  )`;

type Counted = Omit<Home, 'only' | 'worst'> & { place_id: number | null; bad_id: number | null; bad: string | null };

export async function findHome(db: Kysely<Database>, nodes: VisibleOwners): Promise<Home> {
  const { rows } = await sql<Counted>`
    with ${SPEAKERS(nodes)}, ${WRONG(nodes)},
    places as (
      select place_id, count(*)::int as loudspeakers, count(*) filter (where status = 'online')::int as online
      from speakers group by place_id
    ),
    bad as (select p.place_id from places p join wrong using (place_id) order by p.place_id limit 2)
    select count(*)::int as places, count(*) filter (where p.place_id not in (select place_id from wrong where place_id is not null))::int as all_right,
      coalesce(sum(loudspeakers), 0)::int as loudspeakers, coalesce(sum(online), 0)::int as online, min(place_id) as place_id,
      (select min(place_id) from bad having count(*) = 1) as bad_id,
      (select c.name from companies c where c.company_id = (select min(place_id) from bad having count(*) = 1)) as bad
    from places p`.execute(db);
  const { place_id, bad_id, bad, ...counts } = rows[0] ?? {
    places: 0,
    all_right: 0,
    loudspeakers: 0,
    online: 0,
    place_id: null,
    bad_id: null,
    bad: null,
  };
  const worst = bad_id === null ? null : { company_id: bad_id, name: bad ?? '' };
  if (counts.places === 0 || counts.places > ROOMS_MAX) return { ...counts, worst, only: null };
  if (counts.places === 1) return { ...counts, worst, only: place_id };
  const top = await findTop(db, nodes, 2);
  const [first] = top.length === 1 ? top : [];
  return { ...counts, worst, only: first && first.type !== 'Main' ? first.company_id : null };
}

type TopNode = { company_id: number; type: string };

/** The topmost places of the caller. */
async function findTop(db: Kysely<Database>, nodes: VisibleOwners, limit: number): Promise<TopNode[]> {
  const { rows } = await sql<TopNode>`
    with ${permitted({ places: nodes })} one as (select 1)
    select c.company_id, c.type from companies c
    where c.type <> 'Device' and ${isPermitted({ places: nodes }, 'c')} and (c.parent_company_id is null or not exists (
      select from companies p where p.company_id = c.parent_company_id and ${isPermitted({ places: nodes }, 'p')}))
    order by c.company_id limit ${limit}`.execute(db);
  return rows;
}

const DEPTH_MAX = 10;

/** The nodes of the first level on which there are several; those of the last one where there is only one on each. */
async function findRegions(db: Kysely<Database>, nodes: VisibleOwners): Promise<number[]> {
  let level = (await findTop(db, nodes, REGIONS_SEEN)).map(({ company_id }) => company_id);
  for (let depth = 0; level.length === 1 && depth < DEPTH_MAX; depth += 1) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from companies where parent_company_id = ${level[0] ?? 0} and type <> 'Device'
      order by company_id limit ${REGIONS_SEEN}`.execute(db);
    if (rows.length === 0) return level;
    level = rows.map(({ company_id }) => company_id);
  }
  return level;
}
/** Of a level; those behind them are found in the list of places. */
const REGIONS_SEEN = 5_000;

/** `nodes`: what the caller reads; `texts`: where they learn of announcements too. */
type Readers = Record<'nodes' | 'texts', VisibleOwners>;

/** So long after its instant an announcement is awaited. */
const AWAITED_S = 120;
const RUNS = 20;

export async function listRegions(db: Kysely<Database>, { nodes, texts }: Readers, since: Date): Promise<Region[]> {
  const ids = await findRegions(db, nodes);
  const { rows } = await sql<Region>`
    with recursive ${SPEAKERS(nodes)}, ${WRONG(nodes)},
    roots as materialized (
      select c.company_id, c.name, c.user_id, ${eachNodeOwnedBy(texts)} as reads_texts
      from companies c where c.company_id = any(${ids}::int4[])
    ),
    below (root_id, company_id) as (
      select company_id, company_id from roots
      union all
      select b.root_id, c.company_id from below b join companies c on c.parent_company_id = b.company_id where c.type <> 'Device'
    ),
    placed as materialized (
      select b.root_id, s.device_id, s.place_id, s.status from speakers s join below b on b.company_id = s.place_id
    ),
    places as (
      select root_id, place_id, count(*)::int as loudspeakers, count(*) filter (where status = 'online')::int as online
      from placed group by root_id, place_id
    ),
    counted as (
      select p.root_id, count(*)::int as places, count(*) filter (where w.place_id is null)::int as all_right,
        sum(p.loudspeakers)::int as loudspeakers, sum(p.online)::int as online
      from places p left join wrong w using (place_id) group by p.root_id
    ),
    shown as materialized (
      select r.*, n.places, n.all_right, n.loudspeakers, n.online from roots r join counted n on n.root_id = r.company_id
      order by n.places - n.all_right desc, r.name collate natural_order, r.company_id limit ${REGIONS_MAX}
    ),
    heard as (
      select p.root_id, count(*)::int as expected,
        count(*) filter (where ${HEARD})::int as heard, count(*) filter (where ${SENT})::int as sent,
        count(*) filter (where ${BY_OTHER_VOICE})::int as other_voices
      from announcement_deliveries x join placed p using (device_id) join announcement_runs r using (run_id)
      where x.at >= ${since} and x.at <= now() and r.priority <> 'music' and x.user_id in (select user_id from shown where reads_texts)
        and (x.state not in ('waiting', 'sent', 'fetched') or x.at < now() - make_interval(secs => ${AWAITED_S}))
      group by p.root_id
    ),
    programmes_below as materialized (
      select distinct p.root_id, g.user_id, g.content_hash
      from placed p join programmes g using (device_id) join shown s on s.company_id = p.root_id and s.reads_texts
    ),
    firsts as materialized (
      select x.user_id, x.content_hash, r.at, r.title
      from (select distinct user_id, content_hash from programmes_below) x
      join programme_contents c on c.user_id = x.user_id and c.hash = x.content_hash and c.next_run_at is not null
      cross join lateral (
        select a.at, a.title from (
          select i.run_id, i.at from unnest(c.run_ids, c.run_ats) as i (run_id, at) where i.at > now() order by i.at limit ${RUNS}
        ) i join announcement_runs a on a.run_id = i.run_id and a.priority = 'scheduled'
        order by i.at limit 1
      ) r
    ),
    next as (
      select distinct on (p.root_id) p.root_id, f.at, f.title from programmes_below p join firsts f using (user_id, content_hash)
      order by p.root_id, f.at, f.title
    )
    select s.company_id, s.name, s.places, s.all_right, s.loudspeakers, s.online,
      case when s.reads_texts then coalesce(h.expected, 0) else 0 end as expected,
      case when s.reads_texts then coalesce(h.heard, 0) else 0 end as heard,
      case when s.reads_texts then coalesce(h.sent, 0) else 0 end as sent,
      case when s.reads_texts then coalesce(h.other_voices, 0) else 0 end as other_voices,
      case when n.at is not null then json_build_object('title', n.title, 'at', iso_utc(n.at)) end as next
    from shown s left join heard h on h.root_id = s.company_id left join next n on n.root_id = s.company_id
    order by s.places - s.all_right desc, s.name collate natural_order, s.company_id`.execute(db);
  return rows;
}
