import { FACTORY_COST, hashPassword } from '@belfry/api/lib/password-hash';
import { migrateToLatest } from '@belfry/api/db/migrate';
import { BASELINE, migrations } from '@belfry/api/db/migrations/index';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import type { Migration } from 'kysely/migration';
import { afterEach, expect, it } from 'vitest';
import { startTestApi } from '../../../support/api.ts';
import { createEmptyDatabase, inDatabase } from '../../../support/postgres/empty-database.ts';

let undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  undo = [];
});

it('a database of the first schema is migrated at the start, and its people, places and devices work on', async () => {
  const database = await createEmptyDatabase();
  undo.push(database.drop);
  await migrateToLatest(database.url, { [BASELINE]: migrations[BASELINE] as Migration });
  const [password, serial] = ['Old-pass-1', randomSerial()];
  const hash = await hashPassword(password, FACTORY_COST);
  await inDatabase(
    database.url,
    `insert into users (name, email, password_hash, role, email_confirm) values ('Ada', 'ada@belfry.test', '${hash}', 'user', true);
     insert into companies (level, user_id, type, name) select 0, id, 'Main', 'School' from users;
     insert into devices (serial, device_mode, user_id) select '${serial}', 'active', id from users;
     insert into device_state (device_id) select device_id from devices`,
  );

  const api = await startTestApi({}, () => database.url);
  undo.push(api.stop);
  const { body: session } = await api.call(authHttp.signIn, null, { email: 'ada@belfry.test', password });
  const me = { key: session.user_key };
  const main = await api.call(companiesHttp.listMain, me);
  expect(main.body).toMatchObject([{ name: 'School' }]);
  const devices = await api.call(devicesHttp.listOwn, me, {});
  expect(devices.body).toMatchObject([{ serial, device_mode: 'active' }]);
});
