import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvaluator, createFleet, devicesOf, findAlarmsOf, setStatus } from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

const SECOND_MS = 1_000;
let store: TestDatabaseAccess;
/** Later in each test, since an installation that nobody has evaluated for a minute has an alarm. */
let now = Date.now();

beforeAll(async () => {
  store = await startTestStore({ connections: 8 });
});
afterAll(() => store.stop());
beforeEach(() => {
  now += 3_600 * SECOND_MS;
});

const passed = (ms: number): number => (now += ms);

/** One step at the beginning, and one when the delay and the time of "clear after" have passed. */
async function settle(evaluator: ReturnType<typeof createEvaluator>): Promise<void> {
  await evaluator.look(passed(3 * SECOND_MS));
  await evaluator.look(passed(50 * SECOND_MS));
}

describe('a group', () => {
  it('replaces the alarms that single devices of it had already', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 4 });
    const evaluator = createEvaluator(store);
    const [first = 0, ...others] = devicesOf(fleet);
    await setStatus(store, [first], 'offline');
    await evaluator.look(passed(3 * SECOND_MS));
    await evaluator.look(passed(46 * SECOND_MS));
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ kind: 'device_offline', state: 'open' }]);
    await setStatus(store, others, 'offline');
    await evaluator.look(passed(3 * SECOND_MS));
    await evaluator.look(passed(46 * SECOND_MS));
    const [single, group] = await findAlarmsOf(store, fleet.owner);
    expect(group).toMatchObject({ kind: 'site_offline', state: 'open', device_count: 4, place: 'Chain' });
    expect(single).toMatchObject({ kind: 'device_offline', state: 'cleared', merged_into: group?.alarm_id });
    await settle(evaluator);
    expect((await findAlarmsOf(store, fleet.owner)).filter(({ cleared_at }) => cleared_at === null)).toHaveLength(1);
  });

  it('says why where all of its devices say the same', async () => {
    const evaluator = createEvaluator(store);
    const detailOf = async (problems: readonly string[]): Promise<unknown> => {
      const fleet = await createFleet(store, { sites: 1, devices: 3 });
      for (const [index, device] of devicesOf(fleet).entries())
        await sql`update device_state set problem = ${problems[index]} where device_id = ${device}`.execute(store.db);
      await setStatus(store, devicesOf(fleet), 'offline');
      await evaluator.look(passed(3 * SECOND_MS));
      await evaluator.look(passed(46 * SECOND_MS));
      const [alarm] = await findAlarmsOf(store, fleet.owner);
      return [alarm?.kind, alarm?.detail];
    };
    expect(await detailOf(['no route', 'no route', 'no route'])).toEqual(['site_offline', 'no route']);
    expect(await detailOf(['no route', 'no answer', 'no route'])).toEqual(['site_offline', null]);
  });

  it('has a device again that was back for a while', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 3 });
    const evaluator = createEvaluator(store);
    const [first = 0] = devicesOf(fleet);
    const present = async (): Promise<number> => {
      const { rows } = await sql`
        select from alarm_devices where left_at is null and device_id = any(${devicesOf(fleet)}::int4[])`.execute(
        store.db,
      );
      return rows.length;
    };
    const counts: number[] = [];
    for (const [devices, status] of [
      [devicesOf(fleet), 'offline'],
      [[first], 'online'],
      [[first], 'offline'],
    ] as const) {
      await setStatus(store, devices, status);
      await settle(evaluator);
      counts.push(await present());
    }
    expect(counts).toEqual([3, 2, 3]);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ kind: 'site_offline', device_count: 3 }]);
  });

  it('is cleared when the last of its devices is back', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 3 });
    const evaluator = createEvaluator(store);
    const [last = 0, ...others] = devicesOf(fleet);
    await setStatus(store, devicesOf(fleet), 'offline');
    await settle(evaluator);
    await setStatus(store, others, 'online');
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ kind: 'site_offline', state: 'open' }]);
    await setStatus(store, [last], 'online');
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ state: 'cleared', device_count: 3 }]);
  });
});
