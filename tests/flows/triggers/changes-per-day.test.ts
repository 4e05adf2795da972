import { type StoredInput, storeInputs } from '@belfry/api/features/triggers/inputs/inputs.sql';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFleet, devicesOf, serialsOf } from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

let store: TestDatabaseAccess;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

it('keeps 2,000 changes of a device a day, also where the device numbers from the beginning again', async () => {
  const fleet = await createFleet(store, { sites: 1, devices: 1 });
  const serial = serialSchema.parse((await serialsOf(store, fleet))[0]);
  // Those of last week have the highest numbers.
  await sql`
    insert into device_inputs (device_id, seq, input, state, at, received_at)
    select ${devicesOf(fleet)[0]}::int, n + week * 1000000, 'door', 'on', now(), now() - make_interval(days => week * 7)
    from generate_series(1, 2000) as n, generate_series(0, 1) as week`.execute(store.db);
  const now = Date.now();
  const body = { seq: 3_000, input: 'door', state: 'off', at: new Date(now).toISOString() } as const;
  const change: StoredInput = { serial, body, at: now, receivedAt: now };
  await storeInputs(store.pool, [change], []);
  const { rows } = await sql`select from device_inputs where seq = 3000`.execute(store.db);
  expect(rows).toHaveLength(0);
});
