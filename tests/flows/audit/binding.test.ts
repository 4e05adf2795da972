import { bindingChanged, bindTo, moveTo, type Node } from '@belfry/api/features/devices/binding';
import { lockDeviceBinding } from '@belfry/api/features/devices/ownership.repository';
import type { Principal } from '@belfry/api/http/routes/principal';
import { canBindDevice } from '@belfry/api/policies/devices';
import { COMPANY_TYPES } from '@belfry/schemas/domain/companies';
import type { Role } from '@belfry/schemas/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDeviceChanges } from '../../support/services/device-change-recorder.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createCompany, createDevice, createUser, type TestDevice } from '../../support/factories.ts';
import { outcome } from '../../support/outcome.ts';

let store: TestDatabaseAccess;
let owner: Principal;
let other: Principal;
let admin: Principal;
beforeAll(async () => {
  store = await startTestStore();
  const caller = async (role: Role): Promise<Principal> => {
    const { id } = await createUser(store, { role });
    return { id, role, key_id: 0, key_created_at: new Date(0), opened_by: null };
  };
  [owner, other, admin] = [await caller('user'), await caller('user'), await caller('admin')];
});
afterAll(() => store.stop());

/** A device node in a tree of this user. */
async function aNode({ id }: Principal): Promise<Node> {
  const main = await createCompany(store, { user_id: id });
  return createCompany(store, { below: await createCompany(store, { below: main, type: 'Company' }) });
}
const aDevice = (belongsTo: Principal | null, company_id: number | null = null) =>
  createDevice(store, { user_id: belongsTo?.id ?? null, company_id });

const bind = (user: Principal, node: Node, { serial }: Pick<TestDevice, 'serial'>) =>
  outcome(() => store.db.transaction().execute((trx) => bindTo(trx, user, canBindDevice, { node, serial })));
const move = (node: Node, { serial }: TestDevice) =>
  outcome(() =>
    store.db.transaction().execute(async (trx) => {
      const device = await lockDeviceBinding(trx, serial);
      return device && moveTo(trx, device, node);
    }),
  );
const placeOf = ({ device_id }: TestDevice) =>
  store.db
    .selectFrom('devices')
    .select(['user_id', 'company_id'])
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow();

describe('binding', () => {
  it('binds a device of the caller to a node of the caller', async () => {
    const [node, device] = [await aNode(owner), await aDevice(owner)];
    const { device_id, serial } = device;
    const ownership = { devices: [], ownerId: owner.id };
    expect(await bind(owner, node, device)).toEqual({ device_id, serial, node, ownership });
    expect(await placeOf(device)).toEqual({ user_id: owner.id, company_id: node.company_id });
  });

  it('to the same node again changes nothing', async () => {
    const node = await aNode(owner);
    const device = await aDevice(owner, node.company_id);
    expect(await bind(owner, node, device)).toMatchObject({ ownership: { devices: [] } });
    expect(await placeOf(device)).toEqual({ user_id: owner.id, company_id: node.company_id });
  });

  it('is rejected for a device of another user, one without owner, and an unknown serial number', async () => {
    const node = await aNode(owner);
    for (const device of [await aDevice(other), await aDevice(null), { serial: '0000-0000-0000-0000' }]) {
      expect(await bind(owner, node, device)).toBe('device_not_found');
    }
  });

  it('by an administrator gives a device without owner to the owner of the node', async () => {
    const [node, device] = [await aNode(owner), await aDevice(null)];
    const changed = { device_id: device.device_id, serial: device.serial, user_id: null };
    expect(await bind(admin, node, device)).toMatchObject({ ownership: { devices: [changed], ownerId: owner.id } });
    expect(await placeOf(device)).toEqual({ user_id: owner.id, company_id: node.company_id });
  });

  it('is rejected when device and node have different owners, also for administrators', async () => {
    const [node, device] = [await aNode(owner), await aDevice(other)];
    expect(await bind(admin, node, device)).toBe('device_owned');
    expect(await placeOf(device)).toEqual({ user_id: other.id, company_id: null });
  });

  it('is rejected when the device or the node is bound already', async () => {
    const [node, elsewhere] = [await aNode(owner), await aNode(owner)];
    const bound = await aDevice(owner, elsewhere.company_id);
    expect(await bind(owner, node, bound)).toBe('conflict');
    expect(await bind(owner, elsewhere, await aDevice(owner))).toBe('conflict');
    expect(await placeOf(bound)).toMatchObject({ company_id: elsewhere.company_id });
  });

  it('is rejected for nodes that are not of type Device', async () => {
    const [node, device] = [await aNode(owner), await aDevice(owner)];
    for (const type of COMPANY_TYPES.filter((type) => type !== 'Device')) {
      expect(await bind(owner, { ...node, type }, device)).toBe('unprocessable');
      expect(await move({ ...node, type }, device)).toBe('unprocessable');
    }
  });
});

describe('moving a device', () => {
  it('binds it to another node of its owner', async () => {
    const [from, to] = [await aNode(owner), await aNode(owner)];
    const device = await aDevice(owner, from.company_id);
    expect(await move(to, device)).toMatchObject({ device_id: device.device_id, node: to });
    expect(await placeOf(device)).toMatchObject({ company_id: to.company_id });
  });

  it('is rejected for a node that is taken or of another owner', async () => {
    const taken = await aNode(owner);
    await aDevice(owner, taken.company_id);
    const device = await aDevice(owner);
    expect(await move(taken, device)).toBe('conflict');
    expect(await move(await aNode(other), device)).toBe('device_owned');
  });
});

it('after binding, the owner of the node is notified, and those who can read the device now reconnect', async () => {
  const { calls, deps } = recordDeviceChanges();
  const node = { company_id: 1, tree_id: 1, user_id: 7 };
  const serial = '0000-0000-0000-0001';
  await bindingChanged(
    { ...deps, db: store.db },
    {
      device_id: 3,
      serial,
      node,
      ownership: { devices: [{ device_id: 3, serial, user_id: null }], ownerId: 7 },
    },
  );
  expect(calls).toEqual([
    'directory',
    ['devices_changed', [3], 7],
    'directory',
    // As the access of members has changed.
    'directory',
    ['devices_changed', [3], null],
    ['devices_changed', [3], 7],
    ['console', [7]],
  ]);
});
