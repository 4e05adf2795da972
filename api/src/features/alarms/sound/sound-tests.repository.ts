import type { NotTestedReason, PlayerSound, SoundOutcome } from '@belfry/schemas/domain/sound-tests';
import { alarmKind } from '@belfry/schemas/domain/alarms';
import { SOUND_TESTS_KEPT, type SoundTest } from '@belfry/schemas/http/alarms/sound-tests';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Page, Wire } from '../../../http/routes/route.ts';
import type { JudgedTest } from './judge.ts';

/** A device with its owner and node. */
export type SoundDevice = { device_id: number; serial: string; user_id: number | null; company_id: number | null };

export async function findSoundDevice(db: Kysely<Database>, serial: string): Promise<SoundDevice | undefined> {
  return db
    .selectFrom('devices')
    .select(['device_id', 'serial', 'user_id', 'company_id'])
    .where('serial', '=', serial)
    .executeTakeFirst();
}

/** A page of the tests of a device since it has its owner, the newest first, and how many there are. */
export async function findTests(
  db: Kysely<Database>,
  { device_id, user_id }: Pick<SoundDevice, 'device_id' | 'user_id'>,
  { limit, offset }: Page,
): Promise<{ tests: Wire<SoundTest>[]; total: number }> {
  const { rows } = await sql<Wire<SoundTest> & { total: number }>`
    select test_id, at, kind, result, reason, level_db, noise_db, level, players, (count(*) over ())::int as total
    from sound_tests where device_id = ${device_id} and owner_id is not distinct from ${user_id}::int
    order by at desc, test_id desc limit ${limit} offset ${offset}`.execute(db);
  return { tests: rows.map(({ total: _total, ...test }) => test), total: rows[0]?.total ?? 0 };
}

/** The answer of a device to the command `sound_test`. */
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

/** A device with its newest tests, the newest first, and by how many dB its level may differ. */
export type JudgedDevice = SoundDevice & { threshold: number; tests: (JudgedTest & { test_id: number })[] };

const JUDGED = 40;

/** What is needed to judge these devices. A threshold is that of the nearest node with a rule that has one. */
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
      order by a.device_id, a.distance
    )
    select d.device_id, d.serial, d.user_id, d.company_id, h.threshold, coalesce((
      select jsonb_agg(to_jsonb(t) order by t.at desc, t.test_id desc) from (
        select test_id, at, result, level, level_db, changed from sound_tests
        where device_id = d.device_id and owner_id is not distinct from d.user_id and result is not null
        order by at desc, test_id desc limit ${sql.lit(JUDGED)}) t
    ), '[]') as tests
    from devices d left join thresholds h using (device_id) where d.device_id = any(${[...deviceIds]}::int4[])`.execute(
    trx,
  );
  const usual = alarmKind('level_changed').threshold?.default ?? 0;
  return rows.map(({ threshold, ...device }) => Object.assign(device, { threshold: threshold ?? usual }));
}

/** The level of these tests was not the usual one. */
export async function markChanged(trx: Kysely<Database>, testIds: readonly number[]): Promise<void> {
  if (testIds.length === 0) return;
  await sql`update sound_tests set changed = true where test_id = any(${[...testIds]}::int4[])`.execute(trx);
}

/** Deletes the oldest tests of these devices. */
export async function deleteOldest(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from sound_tests t using unnest(${[...deviceIds]}::int4[]) as d (device_id)
    where t.device_id = d.device_id and t.at < (
      select at from sound_tests o where o.device_id = d.device_id order by at desc offset ${sql.lit(SOUND_TESTS_KEPT - 1)} limit 1)`.execute(
    trx,
  );
}

/** Tests that have had no answer since before an instant were none. @returns their devices */
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

/** The command of a test could not be sent. */
export async function markNotTested(db: Kysely<Database>, commandId: string, reason: NotTestedReason): Promise<void> {
  await db
    .updateTable('sound_tests')
    .set({ result: 'not_tested', reason })
    .where('command_id', '=', commandId)
    .where('result', 'is', null)
    .execute();
}
