import { randomUUID } from 'node:crypto';
import { QUERY_KINDS, type Finding, type InstallationFacts } from '@belfry/api/features/alarms/kinds/index';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFleet, devicesOf, setStatus, type TestFleet } from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

let store: TestDatabaseAccess;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const WELL: InstallationFacts = {
  receiving: true,
  backup: () => Promise.resolve('ok'),
  certificateDays: () => Promise.resolve(90),
  findLateTurn: () => null,
};

/** Finds in the next millisecond: a row of this one has a time with microseconds, which is after `Date.now()`. */
const find = (kind: keyof typeof QUERY_KINDS, facts: Partial<InstallationFacts> = {}): Promise<Finding[]> =>
  QUERY_KINDS[kind].find({ db: store.db, now: Date.now() + 1, facts: { ...WELL, ...facts } });
/** The subjects of a kind in one organisation. */
const subjectsOf = async (kind: keyof typeof QUERY_KINDS, { owner }: TestFleet): Promise<string[]> =>
  (await find(kind)).filter(({ owner_id }) => owner_id === owner.id).map(({ subject }) => subject);

const newFleet = async (devices = 1): Promise<{ fleet: TestFleet; ids: number[] }> => {
  const fleet = await createFleet(store, { sites: 1, devices });
  return { fleet, ids: devicesOf(fleet) };
};

async function deliver(device: number, state: string, minutesAgo: number): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  const run = randomUUID();
  await sql`
    insert into announcement_runs (run_id, kind, title, priority, state, at)
    values (${run}, 'schedule', 'Bell', 'scheduled', 'running', ${at})`.execute(store.db);
  await sql`
    insert into announcement_deliveries (run_id, device_id, place, state, at)
    values (${run}, ${device}, 'Hall', ${state}, ${at})`.execute(store.db);
}

it('announcement_missed finds devices that have missed one within the hour, and played none since', async () => {
  const { fleet, ids } = await newFleet(4);
  const [missed = 0, again = 0, long = 0, heard = 0] = ids;
  await deliver(missed, 'missed', 10);
  await deliver(again, 'failed', 10);
  await deliver(again, 'finished', 5);
  await deliver(long, 'missed', 70);
  await deliver(heard, 'finished', 10);
  expect(await subjectsOf('announcement_missed', fleet)).toEqual([`device:${missed}`]);
});

it('announcement_missed finds devices that cannot hear their station, with its name and the reason, while they are online', async () => {
  const { fleet, ids } = await newFleet(3);
  const [silent = 0, heard = 0, away = 0] = ids;
  const url = 'http://127.0.0.1:9/live';
  await sql`insert into stations (user_id, name, url) values (${fleet.owner.id}, 'Jazz FM', ${url})`.execute(store.db);
  const problem = { url, reason: reasonText('station_status', { status: 404 }) };
  const players = { radio: { state: 'stopped', at: new Date().toISOString(), problem } };
  await sql`update device_state set players = ${JSON.stringify(players)}::jsonb where device_id = any(${[silent, away]}::int4[])`.execute(
    store.db,
  );
  await deliver(silent, 'missed', 5);
  await setStatus(store, [silent, heard], 'online');
  await setStatus(store, [away], 'offline');
  const found = (await find('announcement_missed')).filter(({ owner_id }) => owner_id === fleet.owner.id);
  expect(found).toMatchObject([{ subject: `device:${silent}`, detail: 'Jazz FM: The station answers 404' }]);
});

it('emergency_not_ready finds devices that are online and have not all of the audio', async () => {
  const { fleet, ids } = await newFleet(3);
  const [ready = 0, half = 0, away = 0] = ids;
  const emergencies = [randomUUID(), randomUUID()];
  await sql`
    insert into programme_contents (user_id, hash, content, schedule_ids, checks, emergency_ids, emergency_message_ids)
    values (${fleet.owner.id}, 'h', '', '{}', '[]', ${emergencies}::uuid[], '{1,2}')`.execute(store.db);
  await sql`
    insert into programmes (device_id, user_id, content_hash, version, sha256)
    select unnest(${ids}::int4[]), ${fleet.owner.id}, 'h', 1, ''`.execute(store.db);
  const copy = (device: number, id = '') =>
    sql`insert into emergency_copies (device_id, receipt_id, held, at) values (${device}, ${id}, true, now())`.execute(
      store.db,
    );
  for (const id of emergencies) await copy(ready, id);
  await copy(half, emergencies[0]);
  await setStatus(store, [away], 'offline');
  expect(await subjectsOf('emergency_not_ready', fleet)).toEqual([`device:${half}`]);
});

it('firmware_failed finds devices whose newest rollout has failed and which have another version', async () => {
  const { fleet, ids } = await newFleet(3);
  const [failed = 0, done = 0, recovered = 0] = ids;
  const rollout = randomUUID();
  await sql`
    insert into firmware_rollouts (id, filename, firmware_version, params, state, phases, max_error_rate, phase_pause_s, devices)
    values (${rollout}, 'f', '2.0', '{}', 'finished', '[]', 1, 0, 3)`.execute(store.db);
  const outcome = (device: number, error: string | null) =>
    sql`
    insert into firmware_rollout_devices (rollout_id, device_id, phase, claimed_at, error)
    values (${rollout}, ${device}, 0, now(), ${error})`.execute(store.db);
  await outcome(failed, 'no space');
  await outcome(done, null);
  await outcome(recovered, 'no space');
  await sql`update device_state set device_version = '2.0' where device_id = ${recovered}`.execute(store.db);
  expect(await subjectsOf('firmware_failed', fleet)).toEqual([`device:${failed}`]);
});

it('schedule_without_effect finds enabled schedules that nobody hears, or with a problem', async () => {
  const { fleet } = await newFleet();
  const schedule = async (fields: {
    type?: string;
    devices?: number;
    problem?: string;
    enabled?: boolean;
    date?: string;
  }) => {
    const { type = 'message', devices = 1, problem = null, enabled = true, date = '2999-01-01' } = fields;
    const { rows } = await sql<{ id: number }>`
      insert into schedules (user_id, name, action, starts_at, exceptions, targets, priority, missed, enabled, devices, problem)
      values (${fleet.owner.id}, 'Bell', ${JSON.stringify({ type, message_id: 1 })}::jsonb, ${`${date}T08:00`}, '[]', '{}', 5, '{}', ${enabled},
        ${devices}, ${problem}) returning id`.execute(store.db);
    return `schedule:${rows[0]?.id}`;
  };
  const found = [await schedule({ devices: 0 }), await schedule({ problem: 'nothing to say' })];
  await schedule({});
  await schedule({ devices: 0, enabled: false });
  await schedule({ devices: 0, type: 'report' });
  await schedule({ devices: 0, date: '2020-01-01' });
  expect(await subjectsOf('schedule_without_effect', fleet)).toEqual(found);
});

it('provider_away finds a provider that could not be reached within ten minutes', async () => {
  expect(await find('provider_away')).toEqual([]);
  const part = async (error: string): Promise<void> => {
    const run = randomUUID();
    await sql`
      insert into announcement_runs (run_id, kind, title, priority, state)
      values (${run}, 'say', 'Hello', 'say_now', 'failed')`.execute(store.db);
    await sql`
      insert into announcement_parts (run_id, part, text, language, voice, error) values (${run}, 0, 'Hello', 'en', 'v', ${error})`.execute(
      store.db,
    );
  };
  await part(reasonText('text_too_long'));
  expect(await find('provider_away')).toEqual([]);
  await part(reasonText('provider_away'));
  expect(await find('provider_away')).toMatchObject([{ subject: 'installation', owner_id: null }]);
});

it('messages_undelivered counts what could not be sent within the hour', async () => {
  const message = (state: string, age: string) =>
    sql`
    insert into outgoing_messages (channel, kind, recipient, lang, text, state, created_at)
    values ('mail', 'test', 'ada@belfry.test', 'en', 'Hello', ${state}, now() - ${age}::interval)`.execute(store.db);
  await message('failed', '2 hours');
  await message('sent', '1 minute');
  expect(await find('messages_undelivered')).toEqual([]);
  await message('failed', '1 minute');
  expect(await find('messages_undelivered')).toMatchObject([{ subject: 'installation', value: 1 }]);
});

it.each([
  ['backup_due', { backup: () => Promise.resolve('overdue' as const) }],
  ['certificate_due', { certificateDays: () => Promise.resolve(13) }],
  ['queue_lag', { findLateTurn: () => ({ pool: 'uploads', waitedS: 12 }) }],
  ['broker_away', { receiving: false }],
] as const)('%s is what Belfry knows of itself', async (kind, facts) => {
  expect(await find(kind)).toEqual([]);
  expect(await find(kind, facts)).toMatchObject([{ subject: 'installation', owner_id: null, company_id: null }]);
});

it('certificate_due says nothing without a certificate', async () => {
  expect(await find('certificate_due', { certificateDays: () => Promise.resolve(null) })).toEqual([]);
});
