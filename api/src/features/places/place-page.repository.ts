import { PLAY_STATES, PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { NEXT_SHOWN, type PlacePage, SPEAKERS_SHOWN } from '@belfry/schemas/http/places/places';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BY_OTHER_VOICE, eachNodeOwnedBy, HEARD, SENT, UNTYPED } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

/** `nodes`: the nodes that the caller reads; `texts`: those whose texts they read as well. */
type Owners = Record<'nodes' | 'texts', VisibleOwners>;
/** What follows from the settings of the node is added by who has them. */
type Page = Omit<PlacePage, 'time_zone' | 'volume_max'>;

/** Of each programme its next runs, music included. */
const RUNS = 20;
/** Of an organisation the last runs, each of which is looked for at the place; of the loudspeakers that are shown their own last one is found besides. */
const RUNS_BACK = 50;
/** Of a loudspeaker the last deliveries, of which one may be heard, no older than so many hours: one may never tell of its end. */
const HEARD_BACK = { deliveries: 20, hours: 24 };
/** After so many hours nothing more is expected of a run. */
const OVER_AFTER_H = 1;

export async function findPlacePage(db: Kysely<Database>, owners: Owners, id: number): Promise<Page | null> {
  const { rows } = await sql<Page>`
    with recursive ${node(owners, id)},
    ${above(owners.nodes)},
    ${SPEAKERS},
    ${NEXT},
    ${LAST}
    select n.company_id, n.name, n.description, n.type, n.emblem, n.user_id as organisation_id,
      coalesce((select string_agg(a.name, ' / ' order by a.level) from named a), '') as path,
      coalesce((select json_agg(json_build_object('company_id', a.company_id, 'name', a.name) order by a.level) from named a), '[]') as above,
      (select iso_utc(max(b.silent_until)) from bell_places b
        where b.company_id in (select n.company_id union select a.company_id from above a) and b.silent_from <= now() and b.silent_until > now()) as silent_until,
      (select count(*)::int from speakers) as loudspeakers,
      (select count(*)::int from speakers where status = 'online') as online,
      (select count(*)::int from speakers where plays) as playing,
      (select iso_utc(min(status_at)) from speakers where status <> 'online') as offline_since,
      coalesce((select json_agg(${SPEAKER} order by s.position) from shown s), '[]') as speakers,
      coalesce((select json_agg(json_build_object('title', x.title, 'at', iso_utc(x.at), 'schedule_id', nullif(greatest(x.schedule_id, 0), 0),
        'source', case when x.schedule_id < 0 then 'bells' else 'schedule' end) order by x.at, x.title) from next x), '[]') as next,
      (select json_build_object('run_id', l.run_id, 'kind', l.kind, 'title', l.title, 'untyped', l.untyped, 'at', iso_utc(l.at), 'devices', l.devices,
        'heard', l.heard, 'sent', l.sent, 'other_voices', l.other_voices, 'is_over', l.is_over) from last l) as last
    from node n`.execute(db);
  return rows[0] ?? null;
}

const node = ({ nodes, texts }: Owners, id: number): RawBuilder<unknown> => sql`
  node as materialized (
    select c.*, ${eachNodeOwnedBy(texts)} as reads_texts from companies c
    where c.company_id = ${id}::int and ${eachNodeOwnedBy(nodes)}
  )`;

/** `above`: all nodes above; `named`: those whose names the caller reads. */
const above = (nodes: VisibleOwners): RawBuilder<unknown> => sql`
  above (company_id, parent_company_id, user_id, name, level) as (
    select p.company_id, p.parent_company_id, p.user_id, p.name, p.level from node n join companies p on p.company_id = n.parent_company_id
    union all
    select p.company_id, p.parent_company_id, p.user_id, p.name, p.level from above a join companies p on p.company_id = a.parent_company_id
  ),
  named as (select * from above where ${eachNodeOwnedBy(nodes, 'above')})`;

/** A path of JSON: a player that plays. Compared with each of many thousands of loudspeakers, so without a list of its channels. */
const PLAYS = sql.lit(`$.*.state ? (${PLAY_STATES.map((state) => `@ == "${state}"`).join(' || ')})`);

/** `speakers`: all at the place and below it; `shown`: the first ones, those that are away before the others. */
const SPEAKERS = sql`
  below (company_id) as (
    select company_id from node
    union all
    select c.company_id from below b join companies c on c.parent_company_id = b.company_id where c.type <> 'Device'
  ),
  speakers as materialized (
    select d.device_id, d.company_id, d.place_id, s.status, s.status_at, s.status = 'online' and s.players @? ${PLAYS} as plays
    from devices d join device_state s using (device_id)
    where d.place_id in (select company_id from below) or d.company_id = (select company_id from node)
  ),
  shown as materialized (
    select first.*, row_number() over (order by away desc, name collate natural_order, device_id) as position
    from (
      select p.*, p.status <> 'online' as away, c.name, c.description from speakers p join companies c using (company_id)
      order by away desc, c.name collate natural_order, p.device_id limit ${sql.lit(SPEAKERS_SHOWN)}
    ) first
  )`;

const NAME = sql.raw(deviceNameSql('s', 'd', 'state'));
const SPEAKER = sql`(
  select json_build_object('serial', d.serial, 'company_id', s.company_id, 'name', coalesce(${NAME}, d.serial), 'description', s.description,
    'place_id', s.place_id, 'place', case when s.place_id <> n.company_id and s.company_id <> n.company_id then place.name end,
    'status', s.status, 'since', iso_utc(s.status_at), 'channel', heard.channel, 'track', heard.track, 'says', says.run,
    'volume', coalesce(heard.volume, (select max((e.value ->> 'volume')::float8) from jsonb_each(state.players) e)),
    'test', (select json_build_object('result', t.result, 'at', iso_utc(t.at)) from sound_tests t
      where t.device_id = s.device_id and t.owner_id = d.user_id and t.result is not null order by t.at desc limit 1),
    'network_speaker', exists (select from network_speakers x where x.device_id = s.device_id))
  from devices d join device_state state using (device_id) left join companies place on place.company_id = s.place_id
    left join lateral (
      select e.key as channel, e.value ->> 'current_track' as track, (e.value ->> 'volume')::float8 as volume
      from jsonb_each(state.players) e
      where lower(e.value ->> 'state') = any(${[...PLAY_STATES]}::text[])
      order by array_position(${[...PLAYER_CHANNELS]}::text[], e.key) limit 1
    ) heard on s.plays
    left join lateral (
      select json_build_object('title', case when n.reads_texts then r.title end, 'untyped', case when n.reads_texts then ${UNTYPED} end) as run
      from (
        select * from announcement_deliveries x where x.device_id = s.device_id and x.at > now() - make_interval(hours => ${HEARD_BACK.hours})
        order by x.at desc, x.run_id desc limit ${HEARD_BACK.deliveries}
      ) x join announcement_runs r using (run_id)
      where x.state = 'started' and x.user_id = n.user_id and r.priority <> 'music'
      order by x.started_at desc limit 1
    ) says on s.status = 'online'
  where d.device_id = s.device_id)`;

const NEXT = sql`
  next as (
    select distinct on (r.at, r.title, r.run_id) r.at, r.title, r.schedule_id
    from (
      select distinct p.user_id, p.content_hash from programmes p join speakers s using (device_id)
      where (select reads_texts from node)
    ) x
    join programme_contents c on c.user_id = x.user_id and c.hash = x.content_hash and c.next_run_at is not null
    cross join lateral (
      select i.run_id, i.at from unnest(c.run_ids, c.run_ats) as i (run_id, at) where i.at > now() order by i.at limit ${RUNS}
    ) i
    join lateral (select i.at, a.title, a.run_id, a.schedule_id from announcement_runs a where a.run_id = i.run_id and a.priority = 'scheduled') r on true
    order by r.at, r.title, r.run_id limit ${sql.lit(NEXT_SHOWN)}
  )`;

const LAST = sql`
  candidates as (
    (select r.run_id, r.at from announcement_runs r
      where r.user_id = (select user_id from node where reads_texts) and r.at <= now()
      order by r.at desc, r.run_id desc limit ${RUNS_BACK})
    union
    select x.run_id, x.at from shown s cross join lateral (
      select d.run_id, d.at from announcement_deliveries d join announcement_runs r using (run_id)
      where d.device_id = s.device_id and d.at <= now() and r.priority <> 'music' and (select reads_texts from node)
      order by d.at desc, d.run_id desc limit 1) x
  ),
  last as (
    select r.run_id, r.kind, r.title, ${UNTYPED} as untyped, f.at, f.devices, f.heard, f.sent, f.other_voices,
      r.state in ('finished', 'failed', 'stopped') or f.at < now() - make_interval(hours => ${OVER_AFTER_H}) as is_over
    from candidates c join announcement_runs r using (run_id)
    cross join lateral (
      select min(x.at) as at, count(*)::int as devices,
        count(*) filter (where ${HEARD})::int as heard, count(*) filter (where ${SENT})::int as sent,
        count(*) filter (where ${BY_OTHER_VOICE})::int as other_voices
      from announcement_deliveries x join speakers s using (device_id)
      where x.run_id = r.run_id and x.user_id = (select user_id from node)
    ) f
    where r.priority <> 'music' and f.devices > 0
    order by f.at desc, r.run_id desc limit 1
  )`;
