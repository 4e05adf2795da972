import { createAlarms } from '@belfry/api/features/alarms/alarms';
import { noteAlarmNotices, sendAlarmNotices } from '@belfry/api/features/alarms/index';
import { findHeldBack } from '@belfry/api/features/mail/outbox/index';
import { createLogger } from '@belfry/api/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createEvaluator,
  createFleet,
  devicesOf,
  findAlarmsOf,
  setStatus,
  type TestFleet,
} from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createUser, type TestUser } from '../../support/factories.ts';

type Deps = Parameters<typeof sendAlarmNotices>[0];
let store: TestDatabaseAccess;
let deps: Deps;
let fleet: TestFleet;
let evaluator: ReturnType<typeof createEvaluator>;
let now = Date.parse('2026-11-23T10:00:00Z');
beforeAll(async () => {
  store = await startTestStore({ connections: 6 });
  const config = {
    SMS_DAILY_MAX: 1_000,
    MAIL_DAILY_MAX: 1_000,
    PUBLIC_URL: 'https://belfry.test',
    HTTP_PORT: 1,
  } as unknown as Deps['config'];
  // Their jobs are lost, so nothing is sent.
  const jobs = { sendAll: () => Promise.resolve() } as unknown as Deps['jobs'];
  deps = { db: store.db, config, jobs, push: { tell: () => Promise.resolve() } as unknown as Deps['push'] };
});
beforeEach(async () => {
  fleet = await createFleet(store, { sites: 3, devices: 4 });
  const alarms = createAlarms({ db: store.db, log: createLogger('silent') });
  alarms.onAlarm('channels', noteAlarmNotices);
  evaluator = createEvaluator(store, { alarms });
  await choose(fleet.owner, {});
});
afterAll(() => store.stop());

type Choices = { alarm_mail?: string; alarm_sms?: string; alarm_quiet?: string | null; time_zone?: string };
async function choose(
  { id }: TestUser,
  { alarm_mail = 'low', alarm_sms = 'never', alarm_quiet = null, time_zone = 'UTC' }: Choices,
) {
  await sql`
    insert into user_settings (user_id, alarm_mail, alarm_sms, alarm_quiet) values (${id}, ${alarm_mail}, ${alarm_sms}, ${alarm_quiet}::jsonb)
    on conflict (user_id) do update set alarm_mail = excluded.alarm_mail, alarm_sms = excluded.alarm_sms, alarm_quiet = excluded.alarm_quiet`.execute(
    store.db,
  );
  await sql`update users set email_confirm = true, time_zone = ${time_zone} where id = ${id}`.execute(store.db);
}
async function member(company_id: number, role: string): Promise<TestUser> {
  const user = await createUser(store);
  await sql`
    insert into memberships (company_id, user_id, role, rights) values (${company_id}, ${user.id}, ${role}, 33)`.execute(
    store.db,
  );
  await choose(user, {});
  return user;
}
/** The subjects of the mails to somebody, in order. */
async function mailsTo({ id }: TestUser): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select m.subject from outgoing_messages m join users u on lower(u.email) = lower(m.recipient)
    where u.id = ${id} and m.channel = 'mail' order by m.id`.execute(store.db);
  return rows.map(({ subject }) => subject);
}
/** Lets time pass, evaluates, and sends what is due. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 30) {
    now += Math.min(30, left) * 1_000;
    await evaluator.look(now);
  }
  await sendAlarmNotices(deps, now);
}
const [FIRST, SECOND] = [0, 1] as const;
const siteDevices = (site: number): number[] => fleet.sites[site]?.devices ?? [];

it('tells of a site that is offline once, and of its recovery those who were told', async () => {
  const technician = await member(fleet.sites[FIRST]?.company_id ?? 0, 'technician');
  const elsewhere = await member(fleet.sites[SECOND]?.company_id ?? 0, 'technician');
  const viewer = await member(fleet.main, 'viewer');
  await setStatus(store, siteDevices(FIRST), 'offline');
  await pass(90);
  expect(await mailsTo(fleet.owner)).toEqual(['Place offline: Chain / Site 1 (4 devices)']);
  expect(await mailsTo(technician)).toEqual(['Place offline: Site 1 (4 devices)']);
  const late = await member(fleet.main, 'manager');
  await setStatus(store, siteDevices(FIRST), 'online');
  await pass(330);
  expect((await mailsTo(technician)).at(-1)).toBe('Over: Place offline: Site 1 (4 devices)');
  for (const other of [elsewhere, viewer, late]) expect(await mailsTo(other)).toEqual([]);
});

it('sends one message in five minutes, which tells of everything that is not urgent', async () => {
  const [first = 0, second = 0, third = 0] = siteDevices(FIRST);
  await setStatus(store, [first], 'offline');
  await pass(90);
  await setStatus(store, [second], 'offline');
  await pass(90);
  await setStatus(store, [third], 'offline');
  await pass(90);
  expect(await mailsTo(fleet.owner)).toHaveLength(1);
  await pass(180);
  const mails = await mailsTo(fleet.owner);
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatch(/^2 alarms: Device offline: Site 1 \/ Speaker/);
});

it('tells at once of what is critical, also after a mail, and gathers the rest', async () => {
  const [first = 0] = siteDevices(SECOND);
  const [other = 0] = siteDevices(2);
  await setStatus(store, [first], 'offline');
  await pass(90);
  expect(await mailsTo(fleet.owner)).toHaveLength(1);
  await setStatus(store, [other], 'offline');
  await setStatus(store, siteDevices(FIRST), 'offline');
  await pass(90);
  expect((await mailsTo(fleet.owner)).slice(1)).toEqual(['Place offline: Chain / Site 1 (4 devices)']);
  await pass(240);
  expect((await mailsTo(fleet.owner)).slice(2)).toEqual([expect.stringMatching(/^Device offline: Site 3 \/ Speaker/)]);
});

it('tells of what is critical also after the mails of an hour are used up, and then of the next ones', async () => {
  for (const site of [FIRST, SECOND, 2])
    for (const device of siteDevices(site).slice(0, 2)) {
      await setStatus(store, [device], 'offline');
      await pass(330);
    }
  expect(await mailsTo(fleet.owner)).toHaveLength(5);
  const held = async () =>
    (await sql`select from message_digests where user_id = ${fleet.owner.id}`.execute(store.db)).rows;
  expect(await held()).toHaveLength(1);
  expect(await findHeldBack(store.db, fleet.owner.id)).toMatchObject({ messages: 1 });
  await sql`insert into alarm_rules (company_id, kind, severity) values (${fleet.main}, 'device_offline', 'critical')`.execute(
    store.db,
  );
  await setStatus(store, siteDevices(FIRST).slice(2, 3), 'offline');
  await pass(90);
  expect(await mailsTo(fleet.owner)).toHaveLength(6);
});

it('asks again when it writes: an escalation of what somebody takes care of by then is dropped', async () => {
  const technician = await member(fleet.main, 'technician');
  await sql`
    insert into alarm_rules (company_id, kind, escalate_after_minutes) values (${fleet.main}, 'device_offline', 1)`.execute(
    store.db,
  );
  await setStatus(store, siteDevices(FIRST).slice(0, 1), 'offline');
  await pass(90);
  const [alarm] = await findAlarmsOf(store, fleet.owner);
  for (let step = 0; step < 3; step += 1) await evaluator.look((now += 30_000));
  const waiting = await sql<{ event: string }>`
    select event from alarm_notices where alarm_id = ${alarm?.alarm_id ?? 0} and told_at is null`.execute(store.db);
  expect(waiting.rows.map(({ event }) => event)).toContain('escalated');
  await sql`update alarms set state = 'acknowledged' where alarm_id = ${alarm?.alarm_id ?? 0}`.execute(store.db);
  await pass(330);
  for (const person of [fleet.owner, technician]) expect(await mailsTo(person)).toHaveLength(1);
  const { rows } =
    await sql`select from alarm_notices where alarm_id = ${alarm?.alarm_id ?? 0} and event = 'escalated'`.execute(
      store.db,
    );
  expect(rows).toEqual([]);
});

it('of one organisation does not make a message of another one wait', async () => {
  const other = await createFleet(store, { sites: 1, devices: 2 });
  const { company_id } = { company_id: other.main };
  await sql`
    insert into memberships (company_id, user_id, role, rights) values (${company_id}, ${fleet.owner.id}, 'technician', 33)`.execute(
    store.db,
  );
  await setStatus(store, other.sites[0]?.devices.slice(0, 1) ?? [], 'offline');
  await pass(90);
  await setStatus(store, siteDevices(FIRST).slice(0, 1), 'offline');
  await pass(90);
  expect(await mailsTo(fleet.owner)).toHaveLength(2);
});

it('says nothing of what is over before anybody was told', async () => {
  await choose(fleet.owner, { alarm_quiet: '{"from":"09:00","to":"18:00"}' });
  await setStatus(store, siteDevices(FIRST).slice(0, 1), 'offline');
  await pass(90);
  expect(await findAlarmsOf(store, fleet.owner)).toHaveLength(1);
  await setStatus(store, siteDevices(FIRST), 'online');
  await pass(600);
  const { rows } = await sql`select from alarm_notices where user_id = ${fleet.owner.id}`.execute(store.db);
  expect([await mailsTo(fleet.owner), rows]).toEqual([[], []]);
});

it('tells nobody whose membership has ended since', async () => {
  const technician = await member(fleet.main, 'technician');
  await setStatus(store, siteDevices(FIRST), 'offline');
  for (let step = 0; step < 3; step += 1) await evaluator.look((now += 30_000));
  await sql`delete from memberships where user_id = ${technician.id}`.execute(store.db);
  await sendAlarmNotices(deps, now);
  expect(await mailsTo(technician)).toEqual([]);
  expect(await mailsTo(fleet.owner)).toHaveLength(1);
});

it('two instances send each message once', async () => {
  await setStatus(store, devicesOf(fleet), 'offline');
  for (let step = 0; step < 3; step += 1) await evaluator.look((now += 30_000));
  await Promise.all([sendAlarmNotices(deps, now), sendAlarmNotices(deps, now), sendAlarmNotices(deps, now)]);
  expect(await mailsTo(fleet.owner)).toHaveLength(1);
});

it('tells of a rise of severity and of what nobody has acknowledged in time', async () => {
  await sql`
    insert into alarm_rules (company_id, kind, rises_after_minutes, escalate_after_minutes)
    values (${fleet.main}, 'device_offline', 10, 30)`.execute(store.db);
  await setStatus(store, siteDevices(FIRST).slice(0, 1), 'offline');
  await pass(90);
  const [raised] = await mailsTo(fleet.owner);
  await pass(700);
  await pass(1_500);
  const mails = await mailsTo(fleet.owner);
  expect(mails.length).toBeGreaterThanOrEqual(3);
  expect(mails[0]).toBe(raised);
  const { rows } = await sql<{ event: string }>`
    select event from alarm_notices where user_id = ${fleet.owner.id} and told_at is not null order by notice_id`.execute(
    store.db,
  );
  expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(['raised', 'severity', 'escalated']));
});

it('tells what is low in one mail of the next morning, and what is critical by SMS as well', async () => {
  await choose(fleet.owner, { alarm_sms: 'critical' });
  await sql`update users set phone = ${`+3712${String(fleet.owner.id).padStart(7, '0')}`} where id = ${fleet.owner.id}`.execute(
    store.db,
  );
  await sql`insert into alarm_rules (company_id, kind, severity) values (${fleet.main}, 'device_offline', 'low')`.execute(
    store.db,
  );
  await setStatus(store, siteDevices(FIRST).slice(0, 1), 'offline');
  await setStatus(store, siteDevices(SECOND).slice(0, 1), 'offline');
  await pass(600);
  expect(await mailsTo(fleet.owner)).toEqual([]);
  const morning = Math.ceil((now - 8 * 3_600_000) / 86_400_000) * 86_400_000 + 8 * 3_600_000;
  now = morning;
  await sendAlarmNotices(deps, now);
  expect(await mailsTo(fleet.owner)).toEqual([expect.stringMatching(/^2 alarms/)]);
  await sql`update alarm_rules set severity = 'critical' where company_id = ${fleet.main}`.execute(store.db);
  await setStatus(store, siteDevices(2).slice(0, 1), 'offline');
  await pass(400);
  const { rows } = await sql`
    select from outgoing_messages where channel = 'sms' and recipient = (select phone from users where id = ${fleet.owner.id})`.execute(
    store.db,
  );
  expect(rows).toHaveLength(1);
});

it('keeps at most 500 notices for a person and a channel', async () => {
  await setStatus(store, siteDevices(FIRST), 'offline');
  await pass(90);
  const [{ alarm_id } = { alarm_id: 0 }] = await findAlarmsOf(store, fleet.owner);
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from alarm_notices where user_id = ${fleet.owner.id} and told_at is null`.execute(
      store.db,
    );
    return rows[0]?.count ?? 0;
  };
  await sql`
    insert into alarm_notices (user_id, channel, alarm_id, event, severity, due_at)
    select ${fleet.owner.id}::int, 'mail', ${alarm_id}::int, 'raised', 'high', now() + interval '10 years' from generate_series(1, 499)`.execute(
    store.db,
  );
  await setStatus(store, siteDevices(SECOND), 'offline');
  for (let step = 0; step < 3; step += 1) await evaluator.look((now += 30_000));
  expect(await waiting()).toBe(500);
  await setStatus(store, siteDevices(2), 'offline');
  for (let step = 0; step < 3; step += 1) await evaluator.look((now += 30_000));
  expect(await findAlarmsOf(store, fleet.owner)).toHaveLength(3);
  expect(await waiting()).toBe(500);
});
