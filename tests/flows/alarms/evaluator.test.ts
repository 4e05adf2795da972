import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEvaluator,
  createFleet,
  devicesOf,
  findAlarmsOf,
  findEventsOf,
  setMetrics,
  setStatus,
  type TestFleet,
} from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
let store: TestDatabaseAccess;
/** Later in each test, since an installation that nobody has evaluated for a minute has an alarm. */
let now = Date.now();

beforeAll(async () => {
  store = await startTestStore({ connections: 8 });
});
afterAll(() => store.stop());
beforeEach(() => {
  now += 60 * MINUTE_MS;
});

const passed = (ms: number): number => (now += ms);
const countsOf = async ({ owner }: TestFleet): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { event } of await findEventsOf(store, owner)) counts[event] = (counts[event] ?? 0) + 1;
  return counts;
};

/** Looks every three seconds. */
async function lookFor(evaluator: ReturnType<typeof createEvaluator>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 3) await evaluator.look(passed(3 * SECOND_MS));
}

describe('5,000 devices at 100 sites that are offline at once', { timeout: 120_000, tags: ['full'] }, () => {
  it('are one alarm of each site within 100 s, and cleared within 100 s when they are back', async () => {
    const fleet = await createFleet(store, { sites: 100, devices: 50 });
    const evaluator = createEvaluator(store);
    await evaluator.look(now);
    await setStatus(store, devicesOf(fleet), 'offline');
    await lookFor(evaluator, 96);
    const alarms = await findAlarmsOf(store, fleet.owner);
    expect(alarms).toHaveLength(100);
    expect(new Set(alarms.map(({ kind, device_count, state }) => `${kind} ${device_count} ${state}`))).toEqual(
      new Set(['site_offline 50 open']),
    );
    expect(new Set(alarms.map(({ company_id }) => company_id))).toEqual(
      new Set(fleet.sites.map(({ company_id }) => company_id)),
    );
    await setStatus(store, devicesOf(fleet), 'online');
    await lookFor(evaluator, 96);
    expect((await findAlarmsOf(store, fleet.owner)).filter(({ cleared_at }) => cleared_at === null)).toEqual([]);
    expect(await countsOf(fleet)).toEqual({ raised: 100, cleared: 100 });
  });
});

/** One step at the beginning, and one when the delay and the time of "clear after" have passed. */
async function settle(evaluator: ReturnType<typeof createEvaluator>): Promise<void> {
  await evaluator.look(passed(3 * SECOND_MS));
  await evaluator.look(passed(50 * SECOND_MS));
}

describe('a device', () => {
  it('that is offline has one alarm after the delay, cleared once it is back', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 1 });
    const evaluator = createEvaluator(store);
    const [device = 0] = devicesOf(fleet);
    await setStatus(store, [device], 'offline');
    await evaluator.look(now);
    expect(await findAlarmsOf(store, fleet.owner)).toEqual([]);
    await settle(evaluator);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([
      { kind: 'device_offline', subject: `device:${device}`, severity: 'high', state: 'open', device_count: 1 },
    ]);
    await setStatus(store, [device], 'online');
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ state: 'cleared' }]);
    expect(await countsOf(fleet)).toEqual({ raised: 1, cleared: 1 });
  });

  it('that is back before the delay has none', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 1 });
    const evaluator = createEvaluator(store);
    await setStatus(store, devicesOf(fleet), 'offline');
    await evaluator.look(passed(3 * SECOND_MS));
    await setStatus(store, devicesOf(fleet), 'online');
    await settle(evaluator);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toEqual([]);
  });

  it('that changes again and again has one alarm, which ends when it has been calm for ten minutes', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 1 });
    const evaluator = createEvaluator(store);
    for (let change = 0; change < 12; change += 1) {
      await setStatus(store, devicesOf(fleet), change % 2 === 0 ? 'offline' : 'online');
      await evaluator.look(passed(20 * SECOND_MS));
    }
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ kind: 'unstable', state: 'open' }]);
    await evaluator.look(passed(11 * MINUTE_MS));
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ kind: 'unstable', state: 'cleared' }]);
    expect(await countsOf(fleet)).toEqual({ raised: 1, cleared: 1 });
  });

  it('is compared with the threshold of the nearest node that sets one', async () => {
    const fleet = await createFleet(store, { sites: 2, devices: 1 });
    const evaluator = createEvaluator(store);
    const [strict, other] = fleet.sites;
    await sql`
      insert into alarm_rules (company_id, kind, threshold)
      values (${strict?.company_id}::int, 'temperature', 60), (${fleet.main}::int, 'temperature', 100)`.execute(
      store.db,
    );
    for (const device of devicesOf(fleet)) await setMetrics(store, device, { cpu_temperature: 85 });
    await settle(evaluator);
    await settle(evaluator);
    const alarms = await findAlarmsOf(store, fleet.owner);
    expect(alarms).toMatchObject([{ kind: 'temperature', subject: `device:${strict?.devices[0]}` }]);
    for (const device of other?.devices ?? []) await setMetrics(store, device, { cpu_temperature: 101 });
    await settle(evaluator);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toHaveLength(2);
  });

  it('that is deleted leaves no open alarm', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 1 });
    const evaluator = createEvaluator(store);
    await setStatus(store, devicesOf(fleet), 'offline');
    await settle(evaluator);
    await store.db.deleteFrom('devices').where('device_id', 'in', devicesOf(fleet)).execute();
    await evaluator.look(passed(2 * MINUTE_MS));
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ state: 'cleared' }]);
  });
});

describe('nobody is told', () => {
  it('in a maintenance window of a node above, but of what is wrong at its end', async () => {
    const fleet = await createFleet(store, { sites: 2, devices: 1 });
    const evaluator = createEvaluator(store);
    const window = await store.db
      .insertInto('maintenance_windows')
      .values({ company_id: fleet.main, name: 'Works', starts_at: '2026-11-27T08:00', duration_minutes: 30 })
      .returning('window_id')
      .executeTakeFirstOrThrow();
    await store.db
      .insertInto('maintenance_spans')
      .values({
        ...window,
        company_id: fleet.main,
        starts_at: new Date(now),
        ends_at: new Date(now + 30 * MINUTE_MS),
      })
      .execute();
    const [back = 0] = devicesOf(fleet);
    await setStatus(store, devicesOf(fleet), 'offline');
    await settle(evaluator);
    await settle(evaluator);
    await setStatus(store, [back], 'online');
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toEqual([]);
    passed(30 * MINUTE_MS);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ kind: 'device_offline', state: 'open' }]);
  });

  it(
    'of devices while Belfry does not hear them, which is an alarm of the installation',
    { tags: ['full'] },
    async () => {
      const fleet = await createFleet(store, { sites: 2, devices: 1 });
      let healthySince: number | null = null;
      const evaluator = createEvaluator(store, { healthySince: () => healthySince });
      await setStatus(store, devicesOf(fleet), 'offline');
      for (let step = 0; step < 40; step += 1) await evaluator.look(passed(3 * SECOND_MS));
      expect(await findAlarmsOf(store, fleet.owner)).toEqual([]);
      const outage = () =>
        store.db
          .selectFrom('alarms')
          .select('state')
          .where('kind', '=', 'broker_away')
          .orderBy('alarm_id', 'desc')
          .execute();
      expect(await outage()).toMatchObject([{ state: 'open' }]);
      healthySince = now;
      const [back = 0, away = 0] = devicesOf(fleet);
      await setStatus(store, [back], 'online');
      for (let step = 0; step < 40; step += 1) await evaluator.look(passed(3 * SECOND_MS));
      expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ subject: `device:${away}`, state: 'open' }]);
      expect(await outage()).toMatchObject([{ state: 'cleared' }]);
    },
  );

  it('twice of an outage of the api, which is an alarm once one is back', async () => {
    const before = createEvaluator(store);
    for (let step = 0; step < 20; step += 1) await before.look(passed(3 * SECOND_MS));
    passed(5 * MINUTE_MS);
    const after = createEvaluator(store);
    for (let step = 0; step < 20; step += 1) await after.look(passed(3 * SECOND_MS));
    const alarms = await store.db
      .selectFrom('alarms')
      .select(['state', 'raised_at'])
      .where('kind', '=', 'api_away')
      .where('raised_at', '>', new Date(now - 2 * MINUTE_MS))
      .execute();
    expect(alarms).toMatchObject([{ state: 'cleared' }]);
  });
});
