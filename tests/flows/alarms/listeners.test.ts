import type { AlarmEvent } from '@belfry/schemas/domain/alarms';
import { createAlarms } from '@belfry/api/features/alarms/alarms';
import { createLogger } from '@belfry/api/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEvaluator, createFleet } from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

let store: TestDatabaseAccess;
let now = Date.now();
beforeAll(async () => {
  store = await startTestStore();
  await sql`create table told (event_id int primary key)`.execute(store.db);
});
afterAll(() => store.stop());

const log = createLogger('silent');

it('tells a listener that failed again, with what it stored in between undone, while others go on', async () => {
  const fleet = await createFleet(store, { sites: 1, devices: 1 });
  const alarms = createAlarms({ db: store.db, log });
  const [others, again]: AlarmEvent[][] = [[], []];
  let fails = true;
  alarms.onAlarm('failing', async (trx, events) => {
    await sql`insert into told select unnest(${events.map(({ event_id }) => event_id)}::int4[])`.execute(trx);
    if (fails) throw new Error('not now');
    again?.push(...events);
  });
  alarms.onAlarm('other', (_trx, events) => {
    others?.push(...events);
    return Promise.resolve();
  });
  const evaluator = createEvaluator(store, { alarms });
  const { id } = fleet.owner;
  const hook = { kind: 'webhook_disabled', owner_id: id, company_id: fleet.main, subject: 'webhook:1' } as const;
  await alarms.report(store.db, [{ ...hook, bad: true }], now);
  await evaluator.look((now += 3_000));
  const ours = (events: AlarmEvent[] = []) => events.filter(({ organisation_id }) => organisation_id === id);
  expect(ours(others)).toMatchObject([
    { event: 'raised', kind: 'webhook_disabled', company_id: fleet.main, place: 'Chain', tell: { people: [] } },
  ]);
  expect(again).toEqual([]);
  fails = false;
  await alarms.report(store.db, [{ ...hook, bad: false }], now);
  await evaluator.look((now += 30_000));
  expect(ours(again).map(({ event }) => event)).toEqual(['raised', 'cleared']);
  expect(ours(others).map(({ event }) => event)).toEqual(['raised', 'cleared']);
  expect(ours(again)).toEqual(ours(others));
});

it('stores what was reported twice once', async () => {
  const { owner, main } = await createFleet(store, { sites: 1, devices: 1 });
  const alarms = createAlarms({ db: store.db, log });
  const evaluator = createEvaluator(store, { alarms });
  const report = { kind: 'webhook_disabled', owner_id: owner.id, company_id: main, subject: 'webhook:2' } as const;
  for (let time = 0; time < 2; time += 1) {
    await store.db.transaction().execute((trx) => alarms.report(trx, [{ ...report, bad: true }], now));
    await evaluator.look((now += 3_000));
  }
  const found = await store.db.selectFrom('alarms').select('state').where('owner_id', '=', owner.id).execute();
  expect(found).toEqual([{ state: 'open' }]);
});
