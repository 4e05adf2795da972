import type { NotTestedReason, PlayerSound, SoundOutcome } from '@belfry/schemas/domain/sound-tests';
import { alarmKind } from '@belfry/schemas/domain/alarms';
import { PASSIVE_TESTS_KEPT, SOUND_TESTS_KEPT, type SoundTest } from '@belfry/schemas/http/sound-tests';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { goesOn } from '../../people/grants.repository.ts';
import type { Page, Wire } from '../../http/routes/route.ts';
import type { JudgedTest } from './judge.ts';

export type SoundDevice = { device_id: number; serial: string; user_id: number | null; company_id: number | null };

export async function findSoundDevice(db: Kysely<Database>, serial: string): Promise<SoundDevice | undefined> {
  return db
    .selectFrom('devices')
    .select(['device_id', 'serial', 'user_id', 'company_id'])
    .where('serial', '=', serial)
    .executeTakeFirst();
}

export async function findTests(
  db: Kysely<Database>,
  { device_id, user_id }: Pick<SoundDevice, 'device_id' | 'user_id'>,
  { limit, offset }: Page,
): Promise<{ tests: Wire<SoundTest>[]; total: number }> {
  const { rows } = await sql<Wire<SoundTest> & { total: number }>`
    select t.test_id, t.at, t.kind, r.title as announcement, t.result, t.reason, t.level_db, t.noise_db, t.level, t.players,
      (count(*) over ())::int as total
    from sound_tests t left join announcement_runs r on r.run_id = t.run_id
    where t.device_id = ${device_id} and t.owner_id is not distinct from ${user_id}::int
    order by t.at desc, t.test_id desc limit ${limit} offset ${offset}`.execute(db);
  return { tests: rows.map(({ total: _total, ...test }) => test), total: rows[0]?.total ?? 0 };
}

export type SoundAnswer = SoundOutcome & {
  command_id: string;
  serial: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
  players: readonly PlayerSound[];
};

/** Stores answers, each once: of tests that wait for them, and of tests that people have started. @returns the devices of those that are new */
export async function storeAnswers(trx: Kysely<Database>, answers: readonly SoundAnswer[]): Promise<number[]> {
  const column = <Name extends keyof SoundAnswer>(name: Name): SoundAnswer[Name][] => answers.map((one) => one[name]);
  const { rows } = await sql<{ device_id: number }>`
    insert into sound_tests as t (device_id, owner_id, command_id, kind, at, level, result, reason, level_db, noise_db, players)
    select d.device_id, d.user_id, i.command_id, 'manual', i.at, (c.params ->> 'level')::int, i.result, i.reason, i.level_db, i.noise_db,
      i.players::jsonb
    from unnest(
      ${column('command_id')}::uuid[], ${column('serial')}::text[], ${column('at').map((at) => new Date(at))}::timestamptz[],
      ${column('result')}::text[], ${column('reason')}::text[], ${column('level_db')}::float8[], ${column('noise_db')}::float8[],
      ${column('players').map((players) => JSON.stringify(players))}::text[]
    ) as i (command_id, serial, at, result, reason, level_db, noise_db, players)
    join devices d on d.serial = i.serial join commands c on c.id = i.command_id
    on conflict (command_id) do update set
      result = excluded.result, reason = excluded.reason, level_db = excluded.level_db, noise_db = excluded.noise_db, players = excluded.players
    where t.result is null
    returning device_id`.execute(trx);
  return rows.map(({ device_id }) => device_id);
}

type PassiveAnswer = SoundOutcome & {
  run_id: string;
  serial: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
  level: number;
};

/** How often the same result of a device is stored, in minutes: a device may announce a thousand times a day. */
const PASSIVE_MINUTES = { heard: 60, not_heard: 10, not_tested: 1_440 } as const;

/** Condition: this result is not the newest one of the device, or that one is old enough. */
const IS_NEWS = sql`not exists (
  select from (
    select result, at from sound_tests
    where device_id = d.device_id and kind = 'passive' and (i.result <> 'heard' or result <> 'not_tested')
      and (i.result = 'heard' or result = i.result)
    order by at desc limit 1) n
  where n.result = i.result and n.at > i.at - make_interval(mins => case i.result
    when 'heard' then ${sql.lit(PASSIVE_MINUTES.heard)} when 'not_heard' then ${sql.lit(PASSIVE_MINUTES.not_heard)}
    else ${sql.lit(PASSIVE_MINUTES.not_tested)} end))`;

/**
 * Stores what devices have heard of announcements that were for them, each once and at most as often as PASSIVE_MINUTES says; what clears an alarm is
 * stored at once. One answer of each device at a time. @returns the devices of those that were stored
 */
export async function storePassive(trx: Kysely<Database>, answers: readonly PassiveAnswer[]): Promise<number[]> {
  const column = <Name extends keyof PassiveAnswer>(name: Name): PassiveAnswer[Name][] =>
    answers.map((one) => one[name]);
  const { rows } = await sql<{ device_id: number }>`
    insert into sound_tests (device_id, owner_id, run_id, kind, at, level, result, reason, level_db, noise_db)
    select d.device_id, d.user_id, i.run_id, 'passive', i.at, i.level, i.result, i.reason, i.level_db, i.noise_db
    from unnest(
      ${column('run_id')}::uuid[], ${column('serial')}::text[], ${column('at').map((at) => new Date(at))}::timestamptz[],
      ${column('level')}::int4[], ${column('result')}::text[], ${column('reason')}::text[], ${column('level_db')}::float8[],
      ${column('noise_db')}::float8[]
    ) as i (run_id, serial, at, level, result, reason, level_db, noise_db)
    join devices d on d.serial = i.serial
    join announcement_deliveries x on x.run_id = i.run_id and x.device_id = d.device_id and x.user_id is not distinct from d.user_id
    where ${IS_NEWS}
    order by d.device_id
    on conflict (device_id, run_id) do nothing
    returning device_id`.execute(trx);
  return rows.map(({ device_id }) => device_id);
}

/** A device with its newest tests, the newest first, and by how many dB its level may differ. */
export type JudgedDevice = SoundDevice & { threshold: number; tests: (JudgedTest & { test_id: number })[] };

/** Newest tests of a device that are judged. */
const JUDGED = 40;

const newestTests = (condition: RawBuilder<unknown>) => sql`(
  select test_id, at, kind = 'passive' as passive, result, level, level_db, changed from sound_tests
  where device_id = d.device_id and owner_id is not distinct from d.user_id and result is not null and ${condition}
  order by at desc, test_id desc limit ${sql.lit(JUDGED)})`;

/** A threshold is that of the nearest node with a rule that has one. */
export async function findJudged(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<JudgedDevice[]> {
  const { rows } = await sql<Omit<JudgedDevice, 'threshold'> & { threshold: number | null }>`
    with recursive above (device_id, company_id, distance) as (
      select d.device_id, d.company_id, 0 from devices d where d.device_id = any(${[...deviceIds]}::int4[]) and d.company_id is not null
      union all
      select a.device_id, c.parent_company_id, a.distance + 1 from above a join companies c on c.company_id = a.company_id
      where c.parent_company_id is not null
    ), thresholds as (
      select distinct on (a.device_id) a.device_id, r.threshold
      from above a join alarm_rules r on r.company_id = a.company_id and r.kind = 'level_changed' and r.threshold is not null
        and ${goesOn('alarm_rule', 'r.rule_id')}
      order by a.device_id, a.distance
    )
    select d.device_id, d.serial, d.user_id, d.company_id, h.threshold, coalesce((
      select jsonb_agg(to_jsonb(t) order by t.at desc, t.test_id desc) from (
        ${newestTests(sql`kind <> 'passive'`)} union all ${newestTests(sql`kind = 'passive'`)}) t
    ), '[]') as tests
    from devices d left join thresholds h using (device_id) where d.device_id = any(${[...deviceIds]}::int4[])`.execute(
    trx,
  );
  const usual = alarmKind('level_changed').threshold?.default ?? 0;
  return rows.map(({ threshold, ...device }) => Object.assign(device, { threshold: threshold ?? usual }));
}

export async function markChanged(trx: Kysely<Database>, testIds: readonly number[]): Promise<void> {
  if (testIds.length === 0) return;
  await sql`update sound_tests set changed = true where test_id = any(${[...testIds]}::int4[])`.execute(trx);
}

export async function deleteOldest(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from sound_tests t
    using unnest(${[...deviceIds]}::int4[]) as d (device_id), (values (false, ${sql.lit(SOUND_TESTS_KEPT)}), (true, ${sql.lit(PASSIVE_TESTS_KEPT)})) as k (passive, kept)
    where t.device_id = d.device_id and (t.kind = 'passive') = k.passive and t.at < (
      select at from sound_tests o where o.device_id = d.device_id and (o.kind = 'passive') = k.passive
      order by at desc offset k.kept - 1 limit 1)`.execute(trx);
}

/** Marks tests without an answer since before an instant as not tested. @returns their devices */
export async function giveUp(
  db: Kysely<Database>,
  before: number,
): Promise<{ serial: string; user_id: number | null }[]> {
  const reason: NotTestedReason = 'no_answer';
  const { rows } = await sql<{ serial: string; user_id: number | null }>`
    update sound_tests t set result = 'not_tested', reason = ${reason} from devices d
    where t.result is null and t.at < ${new Date(before)} and d.device_id = t.device_id
    returning d.serial, d.user_id`.execute(db);
  return rows;
}

export async function markNotTested(db: Kysely<Database>, commandId: string, reason: NotTestedReason): Promise<void> {
  await db
    .updateTable('sound_tests')
    .set({ result: 'not_tested', reason })
    .where('command_id', '=', commandId)
    .where('result', 'is', null)
    .execute();
}
