import type { Database } from '@belfry/api/db/database';
import { createAlarmEvaluator, type AlarmEvaluatorOptions } from '@belfry/api/features/alarms/evaluator/evaluator';
import { createLogger } from '@belfry/api/log';
import { sql, type Kysely } from 'kysely';
import { createCompany, createUser, type TestUser } from '../factories.ts';

type Store = { db: Kysely<Database> };

/** A main company with sites, and devices that are online at each of them. */
export type TestFleet = { owner: TestUser; main: number; sites: { company_id: number; devices: number[] }[] };

/** Serial numbers of the devices of these fleets, which others do not use by chance. */
let serials = 7_000_000_000_000_000n + BigInt(Math.floor(Math.random() * 1e9)) * 1_000_000n;

/** Stores a fleet with few statements. */
export async function createFleet(store: Store, size: { sites: number; devices: number }): Promise<TestFleet> {
  const { db } = store;
  const owner = await createUser(store);
  const { company_id: main } = await createCompany(store, { user_id: owner.id, name: 'Chain' });
  const { rows: places } = await sql<{ company_id: number }>`
    insert into companies (parent_company_id, main_company_id, level, user_id, type, name)
    select ${main}::int, ${main}::int, 1, ${owner.id}::int, 'Company', 'Site ' || n from generate_series(1, ${size.sites}::int) as n
    returning company_id`.execute(db);
  const { rows: nodes } = await sql<{ company_id: number; parent_company_id: number }>`
    insert into companies (parent_company_id, main_company_id, level, user_id, type, name)
    select p.company_id, ${main}::int, 2, ${owner.id}::int, 'Device', 'Speaker ' || n
    from unnest(${places.map(({ company_id }) => company_id)}::int4[]) as p (company_id), generate_series(1, ${size.devices}::int) as n
    returning company_id, parent_company_id`.execute(db);
  const names = nodes.map(() => nextSerial());
  const { rows: devices } = await sql<{ device_id: number; place_id: number }>`
    insert into devices (serial, device_mode, company_id, user_id)
    select serial, 'active', company_id, ${owner.id}::int
    from unnest(${names}::text[], ${nodes.map(({ company_id }) => company_id)}::int4[]) as d (serial, company_id)
    returning device_id, place_id`.execute(db);
  await sql`
    insert into device_state (device_id, reported_status, last_seen)
    select unnest(${devices.map(({ device_id }) => device_id)}::int4[]), 'online', now()
    on conflict (device_id) do update set reported_status = excluded.reported_status, last_seen = excluded.last_seen`.execute(
    db,
  );
  return {
    owner,
    main,
    sites: places.map(({ company_id }) => ({
      company_id,
      devices: devices.filter(({ place_id }) => place_id === company_id).map(({ device_id }) => device_id),
    })),
  };
}

function nextSerial(): string {
  serials += 1n;
  return String(serials).replaceAll(/(\d{4})(?=\d)/g, '$1-');
}

export const devicesOf = ({ sites }: TestFleet): number[] => sites.flatMap(({ devices }) => devices);

export async function serialsOf({ db }: Store, fleet: TestFleet): Promise<string[]> {
  const devices = db.selectFrom('devices').select('serial').where('device_id', 'in', devicesOf(fleet));
  return (await devices.execute()).map(({ serial }) => serial);
}

/** Stores a status as the ingest does, and nothing else. */
export async function setStatus(
  { db }: Store,
  devices: readonly number[],
  status: 'online' | 'offline',
): Promise<void> {
  await sql`
    update device_state set reported_status = ${status}, last_seen = now() where device_id = any(${[...devices]}::int4[])`.execute(
    db,
  );
}

/** Stores figures of the last metrics of a device. */
export async function setMetrics({ db }: Store, device: number, figures: Record<string, unknown>): Promise<void> {
  const metrics = {
    cpu_temperature: 40,
    memory_usage_percent: 30,
    disk_usage_percent: 30,
    uptime_seconds: 90_000,
    ...figures,
  };
  await sql`update device_state set metrics = ${JSON.stringify(metrics)}::jsonb where device_id = ${device}`.execute(
    db,
  );
}

/** An evaluator of all devices, which hears them and steps when it is told to. */
export function createEvaluator({ db }: Store, options: Partial<AlarmEvaluatorOptions> = {}) {
  const evaluator = createAlarmEvaluator({
    db,
    log: createLogger('silent'),
    alarms: { names: () => [], tell: () => Promise.resolve() },
    facts: {
      backup: () => Promise.resolve('ok'),
      certificateDays: () => Promise.resolve(null),
      findLateTurn: () => null,
    },
    shards: () => ({ held: [0], shards: 1 }),
    healthySince: () => 0,
    onChanged: () => undefined,
    ...options,
  });
  return {
    ...evaluator,
    /** Looks at all devices at this time. */
    async look(now: number): Promise<void> {
      evaluator.noteAll();
      await evaluator.step(now);
    },
  };
}

/** The alarms of an organisation, the first ones first. */
export const findAlarmsOf = ({ db }: Store, { id }: Pick<TestUser, 'id'>) =>
  db.selectFrom('alarms').selectAll().where('owner_id', '=', id).orderBy('alarm_id').execute();

/** What happened to the alarms of an organisation, in order. */
export const findEventsOf = ({ db }: Store, { id }: Pick<TestUser, 'id'>) =>
  db
    .selectFrom('alarm_events as e')
    .innerJoin('alarms as a', 'a.alarm_id', 'e.alarm_id')
    .select(['e.event_id', 'e.alarm_id', 'e.event', 'e.at', 'a.kind', 'e.severity', 'e.device_count'])
    .where('a.owner_id', '=', id)
    .orderBy('e.event_id')
    .execute();
