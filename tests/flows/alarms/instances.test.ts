/** @module-tag full */
import type { AlarmEvent } from '@belfry/schemas/domain/alarms';
import { createAlarms } from '@belfry/api/features/alarms/alarms';
import { createLogger } from '@belfry/api/log';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEvaluator,
  createFleet,
  devicesOf,
  findAlarmsOf,
  findEventsOf,
  setStatus,
} from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

let store: TestDatabaseAccess;
beforeAll(async () => {
  store = await startTestStore({ connections: 8 });
});
afterAll(() => store.stop());

const INSTANCES = 3;
const STEP_MS = 5_000;

/** What happens in five seconds: a device changes, an instance is killed and another one started in its place, a listener fails. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('turn' as const), which: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('kill' as const), which: fc.nat(INSTANCES - 1) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('refuse' as const), which: fc.nat(2) }) },
  { weight: 8, arbitrary: fc.record({ what: fc.constant('nothing' as const), which: fc.constant(0) }) },
);

let clock = Date.now();

it(
  'raises, tells and clears each alarm once, whatever instance is killed in ten minutes',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 120, maxLength: 120 }), async (happenings) => {
        clock += 3_600_000;
        const fleet = await createFleet(store, { sites: 3, devices: 3 });
        const devices = devicesOf(fleet);
        const told: AlarmEvent[] = [];
        let refusals = 0;
        const start = () => {
          const alarms = createAlarms({ db: store.db, log: createLogger('silent') });
          alarms.onAlarm('test', (_trx, events) => {
            if (refusals > 0) {
              refusals -= 1;
              return Promise.reject(new Error('refused'));
            }
            told.push(...events);
            return Promise.resolve();
          });
          return createEvaluator(store, { alarms });
        };
        const instances = Array.from({ length: INSTANCES }, start);
        const offline = new Set<number>();
        const all = () => Promise.all(instances.map((instance) => instance.look(clock)));

        for (const { what, which } of happenings) {
          clock += STEP_MS;
          if (what === 'turn') {
            const device = devices[which] ?? 0;
            const status = offline.delete(device) ? 'online' : 'offline';
            if (status === 'offline') offline.add(device);
            await setStatus(store, [device], status);
          }
          if (what === 'kill') instances[which] = start();
          if (what === 'refuse') refusals = which;
          await all();
        }
        // What is unstable is calm then, what is over is cleared, and what lasts is raised.
        for (let step = 0; step < 30; step += 1) {
          clock += 30_000;
          await all();
        }

        const alarms = await findAlarmsOf(store, fleet.owner);
        const events = await findEventsOf(store, fleet.owner);
        for (const { alarm_id, cleared_at } of alarms) {
          const own = events.filter((event) => event.alarm_id === alarm_id).map(({ event }) => event);
          expect(own.filter((event) => event === 'raised')).toHaveLength(1);
          expect(own.filter((event) => event === 'cleared')).toHaveLength(cleared_at === null ? 0 : 1);
        }
        const mine = told.filter(({ organisation_id }) => organisation_id === fleet.owner.id);
        expect(mine.map(({ event_id }) => event_id)).toEqual(events.map(({ event_id }) => event_id));
        const conditions = await store.db
          .selectFrom('alarm_conditions')
          .select(['device_id', 'alarm_id'])
          .where('owner_id', '=', fleet.owner.id)
          .where('bad', '=', true)
          .execute();
        expect(new Set(conditions.map(({ device_id }) => device_id))).toEqual(offline);
        const open = new Set(alarms.filter(({ cleared_at }) => cleared_at === null).map(({ alarm_id }) => alarm_id));
        expect(conditions.every(({ alarm_id }) => alarm_id !== null && open.has(alarm_id))).toBe(true);
        expect(new Set(conditions.map(({ alarm_id }) => alarm_id))).toEqual(open);
      }),
      { numRuns: 1 },
    );
  },
);

let now = Date.now();
const passed = (ms: number): number => (now += ms);
const SECOND_MS = 1_000;

describe('evaluators of several instances', () => {
  it('raise and clear each alarm once', async () => {
    const fleet = await createFleet(store, { sites: 5, devices: 4 });
    const both = [createEvaluator(store), createEvaluator(store)];
    const together = async (ms: number): Promise<void> => {
      passed(ms);
      await Promise.all(both.map((evaluator) => evaluator.look(now)));
    };
    await setStatus(store, devicesOf(fleet), 'offline');
    for (let step = 0; step < 4; step += 1) await together(20 * SECOND_MS);
    await setStatus(store, devicesOf(fleet), 'online');
    for (let step = 0; step < 4; step += 1) await together(20 * SECOND_MS);
    const alarms = await findAlarmsOf(store, fleet.owner);
    expect(alarms.every(({ state }) => state === 'cleared')).toBe(true);
    const events = (await findEventsOf(store, fleet.owner)).map(({ event }) => event);
    for (const event of ['raised', 'cleared'])
      expect(events.filter((one) => one === event)).toHaveLength(alarms.length);
  });

  it('go on with the same alarms after a restart', async () => {
    const settle = async (): Promise<void> => {
      const evaluator = createEvaluator(store);
      await evaluator.look(passed(3 * SECOND_MS));
      await evaluator.look(passed(50 * SECOND_MS));
    };
    const fleet = await createFleet(store, { sites: 2, devices: 3 });
    await setStatus(store, devicesOf(fleet), 'offline');
    await settle();
    const before = await findAlarmsOf(store, fleet.owner);
    await settle();
    expect(await findAlarmsOf(store, fleet.owner)).toEqual(before);
  });
});
