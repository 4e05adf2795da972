import { DEFAULT_COMPANY_OFFSET_MINUTES } from '@belfry/schemas/domain/companies';
import { PLAY_STATES } from '@belfry/schemas/domain/player';
import { PASSING_REASONS, type NotTestedReason, type SoundTestSetting } from '@belfry/schemas/domain/sound-tests';
import { formatUtcOffset } from '@belfry/schemas/domain/utc-offset';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { NightWindow } from './windows.ts';

export type TestedNodes = { setting: SoundTestSetting; zone: string; nodes: number[] };

const DEFAULT_ZONE = formatUtcOffset(DEFAULT_COMPANY_OFFSET_MINUTES);
const OWN_ZONE = sql`
  coalesce(c.time_zone, case when c.time_zone_utc < 0 then '-' else '+' end
    || to_char(make_interval(mins => abs(c.time_zone_utc)), 'HH24:MI'))`;

export async function findTestedNodes(db: Kysely<Database>): Promise<TestedNodes[]> {
  const { rows } = await sql<TestedNodes>`
    with recursive above (start, company_id, distance) as (
      select company_id, company_id, 0 from companies where sound_test is not null
      union all
      select a.start, p.parent_company_id, a.distance + 1 from above a join companies p on p.company_id = a.company_id
      where p.parent_company_id is not null
    ), zones as (
      select distinct on (a.start) a.start, ${OWN_ZONE} as zone
      from above a join companies c on c.company_id = a.company_id
      where coalesce(c.time_zone, c.time_zone_utc::text) is not null order by a.start, a.distance
    ), inside (company_id, sound_test, zone) as (
      select c.company_id, c.sound_test, z.zone from companies c left join zones z on z.start = c.company_id
      where (c.sound_test ->> 'enabled')::bool
      union all
      select c.company_id, i.sound_test, coalesce(${OWN_ZONE}, i.zone) from inside i
      join companies c on c.parent_company_id = i.company_id where c.sound_test is null
    )
    select sound_test as setting, coalesce(zone, ${DEFAULT_ZONE}) as zone, array_agg(company_id) as nodes
    from inside group by 1, 2`.execute(db);
  return rows;
}

/** Common table expression: the nodes at which nobody is told of alarms now, and those below them. */
const STILL = (now: Date) => sql`
  still (company_id) as (
    select company_id from maintenance_spans where starts_at <= ${now} and ends_at > ${now}
    union
    select c.company_id from still s join companies c on c.parent_company_id = s.company_id
  )`;

/** A condition on `s`: something plays. */
const PLAYING = sql`exists (
  select from jsonb_each(s.players) e where lower(e.value ->> 'state') = any(${[...PLAY_STATES]}::text[]))`;

const QUIET_MS = 120_000;

/** A condition on `d`: something was said shortly before this instant, is said, or is to be said shortly. */
const announcing = (now: number) => sql`exists (
  select from announcement_deliveries x where x.device_id = d.device_id
    and (x.at between ${new Date(now - QUIET_MS)} and ${new Date(now + QUIET_MS)}
      or x.finished_at > ${new Date(now - QUIET_MS)}
      or (x.at > ${new Date(now - 30 * QUIET_MS)} and x.state = 'started')))`;

export type DueDevice = { device_id: number; serial: string; user_id: number; command_id: string };
type Night = { nodes: readonly number[]; level: number; window: NightWindow; now: number };

/** The places of a night begin within this share of it. */
const SPREAD = 0.6;
/** Neighbours would hear each other. */
const NEIGHBOURS_MS = 25_000;
const ATTEMPTS = 5;
const AGAIN_MS = 300_000;

/**
 * Claims devices whose turn it is and that can be tested now, one of each place, and stores their tests, which wait for the answers.
 * Another instance does not claim them again.
 */
export async function claimDue(
  db: Kysely<Database>,
  { nodes, level, window, now }: Night,
  limit: number,
): Promise<DueDevice[]> {
  const [at, windowAt] = [new Date(now), new Date(window.from)];
  const spread = Math.max(1, Math.floor(((window.to - window.from) / 1_000) * SPREAD));
  const { rows } = await sql<DueDevice>`
    with recursive ${STILL(at)}, due as (
      select distinct on (coalesce(d.place_id, d.company_id)) d.device_id
      from devices d join device_state s on s.device_id = d.device_id
      left join sound_tests t on t.device_id = d.device_id and t.window_at = ${windowAt}
      where d.company_id = any(${[...nodes]}::int4[]) and d.user_id is not null and s.status = 'online'
        and (t.test_id is null or (t.result = 'not_tested' and t.reason = any(${[...PASSING_REASONS]}::text[])
          and t.attempts < ${sql.lit(ATTEMPTS)} and t.at < ${new Date(now - AGAIN_MS)}))
        and mod(abs(hashtext(coalesce(d.place_id, d.company_id)::text)::bigint), ${spread}::bigint) <= ${Math.floor((now - window.from) / 1_000)}::bigint
        and d.company_id not in (select company_id from still)
        and not ${PLAYING} and not ${announcing(now)}
        and not exists (
          select from devices n join sound_tests r on r.device_id = n.device_id
          where n.place_id = d.place_id and r.at > ${new Date(now - NEIGHBOURS_MS)})
      order by coalesce(d.place_id, d.company_id), t.at nulls first, d.device_id limit ${limit}
    ), claimed as (
      insert into sound_tests as t (device_id, owner_id, command_id, kind, window_at, at, level)
      select d.device_id, d.user_id, gen_random_uuid(), 'nightly', ${windowAt}, ${at}, ${level}
      from due join devices d on d.device_id = due.device_id
      on conflict (device_id, window_at) do update set
        command_id = excluded.command_id, at = excluded.at, level = excluded.level, result = null, reason = null, attempts = t.attempts + 1
      where t.result = 'not_tested'
      returning device_id, command_id
    )
    select d.device_id, d.serial, d.user_id, c.command_id from claimed c join devices d on d.device_id = c.device_id`.execute(
    db,
  );
  return rows;
}

/** Stores why devices were not tested in a night. @returns them */
export async function storeMissed(
  db: Kysely<Database>,
  { nodes, level, window, now }: Night,
): Promise<{ serial: string; user_id: number | null }[]> {
  const at = new Date(now);
  const reasons = { offline: 'offline', still: 'maintenance', playing: 'in_use', other: 'no_time' } satisfies Record<
    string,
    NotTestedReason
  >;
  const { rows } = await sql<{ serial: string; user_id: number | null }>`
    with recursive ${STILL(at)}, missed as (
      insert into sound_tests (device_id, owner_id, kind, window_at, at, level, result, reason)
      select d.device_id, d.user_id, 'nightly', ${new Date(window.from)}, ${at}, ${level}, 'not_tested',
        case when s.status = 'offline' then ${reasons.offline}
          when s.status = 'maintenance' or d.company_id in (select company_id from still) then ${reasons.still}
          when ${PLAYING} then ${reasons.playing} else ${reasons.other} end
      from devices d join device_state s on s.device_id = d.device_id
      where d.company_id = any(${[...nodes]}::int4[]) and d.user_id is not null
        and not exists (select from sound_tests t where t.device_id = d.device_id and t.window_at = ${new Date(window.from)})
      on conflict do nothing
      returning device_id
    )
    select d.serial, d.user_id from missed m join devices d on d.device_id = m.device_id`.execute(db);
  return rows;
}
