import { ALARM_RULES_MAX, OPEN_ALARMS_MAX } from '@belfry/schemas/domain/alarms';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { pushHttp } from '@belfry/schemas/http/mail/push';
import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { sql } from 'kysely';
import { createECDH } from 'node:crypto';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

/** Windows that the lists have. */
const WINDOWS = 190;
const DAILY = 'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23';

/** Calls about alarms, their rules and maintenance windows. */
export function alarmInputs({ api, db, of }: Tools): Inputs {
  const { main, nodes, owner } = of;

  let prepared: Promise<number> | undefined;
  /** As many open alarms as there may be, one of them with all devices of the organisation. @returns its id */
  const alarms = (): Promise<number> => (prepared ??= makeAlarms());
  async function makeAlarms(): Promise<number> {
    await sql`
      insert into alarms (kind, subject, owner_id, company_id, place, severity, raised_at)
      select 'device_offline', 'budget:' || n, ${owner.id}::int, ${main}::int, 'Main', 'high', now() - make_interval(secs => n)
      from generate_series(1, ${OPEN_ALARMS_MAX - 1}::int) as n`.execute(db);
    const { rows } = await sql<{ alarm_id: number }>`
      insert into alarms (kind, subject, owner_id, company_id, place, severity, raised_at)
      values ('site_offline', 'budget:all', ${owner.id}::int, ${main}::int, 'Main', 'critical', now()) returning alarm_id`.execute(
      db,
    );
    const id = rows[0]?.alarm_id ?? 0;
    await sql`
      insert into alarm_devices (alarm_id, device_id, joined_at)
      select ${id}::int, device_id, now() from devices where user_id = ${owner.id}::int`.execute(db);
    await sql`
      insert into alarm_events (alarm_id, event, at, severity, state, comment, device_count)
      select ${id}::int, 'commented', now(), 'critical', 'open', ${'x'.repeat(1_000)}, 1 from generate_series(1, 500)`.execute(
      db,
    );
    return id;
  }
  const alarm = async (): Promise<object> => params({ alarm_id: await alarms() });
  const withBody = (value: object) => async (): Promise<object> => ({ ...(await alarm()), body: value });

  /** As many rules as an organisation may have, less some that calls add. */
  async function rules(): Promise<void> {
    await sql`
      insert into alarm_rules (company_id, kind, threshold)
      select unnest(${nodes.slice(0, ALARM_RULES_MAX - 10)}::int4[]), 'temperature', 60 on conflict do nothing`.execute(
      db,
    );
    await db.deleteFrom('alarm_rules').where('company_id', '=', main).execute();
  }
  const newRule = async (): Promise<number> => {
    await rules();
    const rule = { company_id: main, kind: 'temperature', threshold: 70 } as const;
    return (await done(api.call(alarmRulesHttp.create, owner, rule))).rule_id;
  };

  async function windows(): Promise<void> {
    await db.deleteFrom('maintenance_windows').where('company_id', '=', main).execute();
    await sql`
      insert into maintenance_windows (company_id, name, starts_at, duration_minutes, expanded_until)
      select unnest(${nodes.slice(0, WINDOWS)}::int4[]), 'Works', '2099-01-01T08:00', 60, now() + interval '20 days'
      where not exists (select from maintenance_windows where company_id = ${nodes[0] ?? 0}::int)`.execute(db);
  }
  const plan = { starts_at: '2026-01-01T00:00', duration_minutes: 30, rrule: DAILY };
  const newWindow = async (): Promise<number> => {
    await windows();
    const window = { company_id: main, name: `Works ${next()}`, ...plan };
    return (await done(api.call(maintenanceHttp.create, owner, window))).window_id;
  };

  const browser = () => ({
    endpoint: `https://push.invalid/${'x'.repeat(900)}${next()}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'A'.repeat(22),
  });
  const newBrowser = async (): Promise<object> => {
    const { subscription_id } = await done(api.call(pushHttp.subscribe, owner, browser()));
    return params({ subscription_id });
  };
  async function known(): Promise<object> {
    const made = browser();
    await done(api.call(pushHttp.subscribe, owner, made));
    return body({ endpoint: made.endpoint });
  }

  /** Of the present month, which is computed each time. */
  const report = query({ company_id: main, month: new Date().toISOString().slice(0, 7) });

  /** Input that needs something to be there. */
  const after = (prepare: () => Promise<unknown>, input: object) => async (): Promise<object> => {
    await prepare();
    return input;
  };

  return {
    'get /alarms': [after(alarms, query({ company_id: main, page: 1, page_size: 500 }))],
    'get /alarms/summary': [after(alarms, {})],
    'get /alarms/{alarm_id}': [alarm],
    'post /alarms/{alarm_id}/acknowledge': [withBody({ comment: 'x'.repeat(1_000) })],
    'post /alarms/{alarm_id}/snooze': [withBody({ minutes: 10_080, comment: 'x'.repeat(1_000) })],
    'post /alarms/{alarm_id}/comment': [withBody({ comment: 'x'.repeat(1_000) })],
    'get /reports': [report],
    'get /reports.csv': [report],
    'get /alarm-rules': [after(newRule, query({ company_id: main }))],
    'get /alarm-rules/effective': [after(newRule, query({ company_id: nodes[0] }))],
    'post /alarm-rules': [
      after(rules, body({ company_id: main, kind: 'temperature', threshold: 70, severity: 'high' })),
    ],
    'put /alarm-rules/{rule_id}': [async () => ({ params: { rule_id: await newRule() }, body: { threshold: 65 } })],
    'delete /alarm-rules/{rule_id}': [async () => params({ rule_id: await newRule() })],
    'get /maintenance-windows': [after(newWindow, query({ company_id: main }))],
    'get /maintenance-windows/calendar': [
      after(newWindow, query({ from: '2027-06-01T00:00:00Z', to: '2027-07-15T00:00:00Z' })),
    ],
    'post /maintenance-windows': [after(windows, body({ company_id: main, name: 'x'.repeat(100), ...plan }))],
    'put /maintenance-windows/{window_id}': [
      async () => ({ params: { window_id: await newWindow() }, body: { duration_minutes: 45 } }),
    ],
    'post /push/subscriptions': [async () => body(browser())],
    'post /push/subscriptions/renew': [known],
    'post /push/subscriptions/{subscription_id}/test': [newBrowser],
    'delete /push/subscriptions/{subscription_id}': [newBrowser],
    'delete /maintenance-windows/{window_id}': [async () => params({ window_id: await newWindow() })],
  };
}
