import { lockDevicesBySerial } from '@belfry/api/features/devices/ownership.repository';
import { changeOwner, type OwnerChange } from '@belfry/api/features/devices/ownership.service';
import { releaseDevicesOf } from '@belfry/api/features/users/delete-users';
import type { DeviceMode } from '@belfry/schemas/domain/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';

let store: TestDatabaseAccess;
let owner: TestUser;
let next: TestUser;
beforeAll(async () => {
  store = await startTestStore();
  [owner, next] = [await createUser(store), await createUser(store)];
});
afterAll(() => store.stop());

const give = (devices: readonly TestDevice[], ownerId: number | null): Promise<OwnerChange> =>
  store.db.transaction().execute(async (trx) => {
    const locked = await lockDevicesBySerial(
      trx,
      devices.map(({ serial }) => serial),
    );
    return changeOwner(trx, locked, ownerId);
  });

/** A device that is bound, configured, has published its state and was sent a command. */
async function usedDevice(user_id: number | null, device_mode: DeviceMode = 'active'): Promise<TestDevice> {
  const main = await createCompany(store, { user_id: user_id ?? next.id });
  const company = await createCompany(store, { below: main, type: 'Company' });
  const { company_id } = await createCompany(store, { below: company });
  const device = await createDevice(store, { user_id, company_id, device_mode });
  const { device_id } = device;
  await sql`insert into device_configs (device_id, desired) values (${device_id}, '{"wifi_pass": "secret"}')`.execute(
    store.db,
  );
  await sql`
    update device_state set hostname = 'private', ip = '10.0.0.1', metrics = '{}', players = '{"music": {}}'
    where device_id = ${device_id}`.execute(store.db);
  await sql`
    with command as (
      insert into commands (id, command, params, target, issued_at, expires_at)
      values (gen_random_uuid(), 'reboot', '{}', 'device', now(), now()) returning id
    )
    insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
    select id, ${device_id}, 'succeeded', now(), now(), now() from command`.execute(store.db);
  return device;
}

/** The owner of a device and the data that its owner left. */
async function stateOf({ device_id }: TestDevice) {
  const device = await store.db
    .selectFrom('devices')
    .select(['user_id', 'device_mode', 'company_id', 'key_hash'])
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow();
  const state = await store.db
    .selectFrom('device_state')
    .select(['hostname', 'ip', 'metrics', 'players'])
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow();
  const configs = await store.db
    .selectFrom('device_configs')
    .select('device_id')
    .where('device_id', '=', device_id)
    .execute();
  const commands = await store.db
    .selectFrom('command_deliveries')
    .select('command_id')
    .where('device_id', '=', device_id)
    .execute();
  return {
    ...device,
    commands: commands.length,
    company_id: device.company_id !== null,
    key_hash: device.key_hash !== null,
    isConfigured: configs.length > 0,
    hostname: state.hostname,
    players: Object.keys(state.players),
  };
}

const KEPT = {
  company_id: true,
  key_hash: true,
  isConfigured: true,
  hostname: 'private',
  players: ['music'],
  commands: 1,
};
const CLEARED = {
  company_id: false,
  key_hash: false,
  isConfigured: false,
  hostname: null,
  players: [],
  commands: 0,
};

describe('a device with an owner', () => {
  it.each([
    ['another user', () => next.id],
    ['nobody', () => null],
  ])('has no data of the former owner after it is given to %s', async (_name, to) => {
    const device = await usedDevice(owner.id);
    const change = await give([device], to());
    expect(change).toEqual({
      devices: [{ device_id: device.device_id, serial: device.serial, user_id: owner.id }],
      ownerId: to(),
    });
    expect(await stateOf(device)).toEqual({ ...CLEARED, user_id: to(), device_mode: 'new' });
  });

  it('is unchanged when it is given to its owner', async () => {
    const device = await usedDevice(owner.id);
    expect(await give([device], owner.id)).toEqual({ devices: [], ownerId: owner.id });
    expect(await stateOf(device)).toEqual({ ...KEPT, user_id: owner.id, device_mode: 'active' });
  });
});

describe('a device without owner', () => {
  it('keeps its key and configuration when it gets an owner', async () => {
    const device = await usedDevice(null);
    await give([device], owner.id);
    expect(await stateOf(device)).toEqual({ ...KEPT, user_id: owner.id, device_mode: 'active' });
  });

  it('is unchanged when it is given to nobody', async () => {
    const device = await usedDevice(null);
    expect((await give([device], null)).devices).toEqual([]);
    expect(await stateOf(device)).toEqual({ ...KEPT, user_id: null, device_mode: 'active' });
  });
});

it('devices of several owners change together, each by its own rule', async () => {
  const [owned, unowned, same] = [await usedDevice(owner.id), await usedDevice(null), await usedDevice(next.id)];
  const { devices } = await give([owned, unowned, same], next.id);
  expect(devices.map(({ device_id }) => device_id)).toEqual([owned.device_id, unowned.device_id]);
  expect(await stateOf(owned)).toMatchObject(CLEARED);
  for (const device of [unowned, same]) expect(await stateOf(device)).toMatchObject({ ...KEPT, user_id: next.id });
});

it('deleted users lose all their devices, and other users none', async () => {
  const [leaving, alsoLeaving] = [await createUser(store), await createUser(store)];
  const [first, second] = [await usedDevice(leaving.id), await usedDevice(alsoLeaving.id)];
  const other = await usedDevice(next.id);
  const change = await store.db.transaction().execute((trx) => releaseDevicesOf(trx, [leaving.id, alsoLeaving.id]));
  expect(change.ownerId).toBeNull();
  expect(change.devices.map(({ user_id }) => user_id)).toEqual([leaving.id, alsoLeaving.id]);
  for (const device of [first, second]) expect(await stateOf(device)).toMatchObject({ ...CLEARED, user_id: null });
  expect(await stateOf(other)).toMatchObject({ ...KEPT, user_id: next.id });
});
