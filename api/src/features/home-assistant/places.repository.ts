import { PLAY_STATES, PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

export const PLACES_MAX = 200;
export const MESSAGES_MAX = 30;
const SCENARIOS_MAX = 30;
const ALARMS_MAX = 200;
const PLAYS = sql`coalesce(${sql.join(
  PLAYER_CHANNELS.map((channel) => {
    const player = sql`s.players -> ${sql.lit(channel)}`;
    return sql`case when lower(${player} ->> 'state') = any(${[...PLAY_STATES]}::text[]) then nullif(${player} ->> 'current_track', '') end`;
  }),
)})`;

/** A place as Home Assistant has it. `volume`: of the voice, the mean; `plays`: what is heard there, on one of its devices. */
export type HomePlace = {
  company_id: number;
  name: string;
  devices: number;
  online: number;
  volume: number | null;
  plays: string | null;
};
export type HomeAlarm = { alarm_id: string; kind: string; place: string };
type Named = { id: number; name: string };
export type HomeNow = { places: HomePlace[]; messages: Named[]; scenarios: Named[]; alarms: HomeAlarm[] };

/** The places with devices at this node and below it, the topmost first, in four statements, and what is wrong there: 80 ms of the database for 20,000 devices. */
export async function findHomeNow(
  db: Kysely<Database>,
  { company_id, owner_id }: { company_id: number; owner_id: number },
): Promise<HomeNow> {
  const { rows: places } = await sql<HomePlace>`
    with recursive places (company_id, name, above) as (
      select company_id, name, array[company_id] from companies where company_id = ${company_id} and type <> 'Device'
      union all
      select c.company_id, c.name, p.above || c.company_id
      from places p join companies c on c.parent_company_id = p.company_id where c.type <> 'Device'
    ), own as materialized (
      select d.place_id, count(*) as devices, count(*) filter (where s.status <> 'offline') as online,
        sum((s.players -> 'voice' ->> 'volume')::numeric) as volumes, count(s.players -> 'voice' ->> 'volume') as voices,
        max(${PLAYS}) as plays
      from devices d join device_state s using (device_id)
      where d.place_id = any(array(select company_id from places)) and d.device_mode <> 'blocked'
      group by d.place_id
    ), heard as (
      select above.id, sum(o.devices)::int as devices, sum(o.online)::int as online,
        round(sum(o.volumes) / nullif(sum(o.voices), 0))::int as volume, left(max(o.plays), 250) as plays
      from own o join places p on p.company_id = o.place_id cross join unnest(p.above) above (id)
      group by above.id
    )
    select p.company_id, p.name, h.devices, h.online, h.volume, h.plays
    from places p join heard h on h.id = p.company_id
    order by cardinality(p.above), p.name collate natural_order, p.company_id limit ${sql.lit(PLACES_MAX)}`.execute(db);
  const { rows: messages } = await sql<Named>`
    select id, name from messages where user_id = ${owner_id} and not emergency
    order by name collate natural_order, id limit ${sql.lit(MESSAGES_MAX)}`.execute(db);
  const { rows: scenarios } = await sql<Named>`
    select s.id, s.name from scenarios s where s.owner_id = ${owner_id} and s.enabled and is_at_or_below(s.company_id, ${company_id})
    order by s.name collate natural_order, s.id limit ${sql.lit(SCENARIOS_MAX)}`.execute(db);
  const { rows: alarms } = await sql<HomeAlarm>`
    select a.alarm_id::text, a.kind, coalesce(a.place, '') as place from alarms a
    where a.owner_id = ${owner_id} and a.cleared_at is null and is_at_or_below(a.company_id, ${company_id})
    order by a.alarm_id desc limit ${sql.lit(ALARMS_MAX)}`.execute(db);
  return { places, messages, scenarios, alarms };
}

/** The devices of a place that a command reaches now. */
export async function findOnlineSerials(db: Kysely<Database>, companyId: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select d.serial from devices d join device_state s using (device_id)
    where d.company_id = any((select branch_of(${companyId}))::int[]) and s.status = 'online' and d.device_mode <> 'blocked'
    order by d.device_id limit ${most}`.execute(db);
  return rows.map(({ serial }) => serial);
}
