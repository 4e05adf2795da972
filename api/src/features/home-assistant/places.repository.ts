import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

export const PLACES_MAX = 200;
const DEVICES_MAX = 5_000;
export const MESSAGES_MAX = 30;
const ALARMS_MAX = 200;

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
export type HomeNow = { places: HomePlace[]; messages: { id: number; name: string }[]; alarms: HomeAlarm[] };

/** The places with devices at this node and below it, the topmost first, in three statements, and what is wrong there. */
export async function findHomeNow(
  db: Kysely<Database>,
  { company_id, owner_id }: { company_id: number; owner_id: number },
): Promise<HomeNow> {
  const { rows: places } = await sql<HomePlace>`
    with recursive branch (company_id, name, type, above) as (
      select company_id, name, type, array[company_id] from companies where company_id = ${company_id}
      union all
      select c.company_id, c.name, c.type, b.above || c.company_id from branch b join companies c on c.parent_company_id = b.company_id
    ), heard as (
      select b.above, s.status, (s.players -> 'voice' ->> 'volume')::numeric as volume, (
        select nullif(p.value ->> 'current_track', '') from jsonb_each(s.players) p
        where p.value ->> 'state' = 'playing' order by p.key = 'voice' desc limit 1) as plays
      from branch b join devices d on d.company_id = b.company_id join device_state s using (device_id)
      where d.device_mode <> 'blocked' limit ${sql.lit(DEVICES_MAX)}
    )
    select p.company_id, p.name, count(*)::int as devices, count(*) filter (where h.status <> 'offline')::int as online,
      round(avg(h.volume))::int as volume, left(max(h.plays), 250) as plays
    from branch p join heard h on p.company_id = any(h.above)
    where p.type <> 'Device'
    group by p.company_id, p.name, cardinality(p.above)
    order by cardinality(p.above), p.name collate natural_order, p.company_id limit ${sql.lit(PLACES_MAX)}`.execute(db);
  const { rows: messages } = await sql<{ id: number; name: string }>`
    select id, name from messages where user_id = ${owner_id} and not emergency
    order by name collate natural_order, id limit ${sql.lit(MESSAGES_MAX)}`.execute(db);
  const { rows: alarms } = await sql<HomeAlarm>`
    select a.alarm_id::text, a.kind, coalesce(a.place, '') as place from alarms a
    where a.owner_id = ${owner_id} and a.cleared_at is null and is_at_or_below(a.company_id, ${company_id})
    order by a.alarm_id desc limit ${sql.lit(ALARMS_MAX)}`.execute(db);
  return { places, messages, alarms };
}

/** The devices of a place that a command reaches now. */
export async function findOnlineSerials(db: Kysely<Database>, companyId: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select d.serial from devices d join device_state s using (device_id)
    where d.company_id = any((select branch_of(${companyId}))::int[]) and s.status = 'online' and d.device_mode <> 'blocked'
    order by d.device_id limit ${most}`.execute(db);
  return rows.map(({ serial }) => serial);
}
