import { authenticateClient } from '@belfry/api/features/service/broker-access';
import { createDeviceLookup } from '@belfry/api/features/service/device-credentials.sql';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAuthHarness, type AuthHarness } from '../../support/services/auth-harness.ts';
import { createDevice, createUser } from '../../support/factories.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => harness.db.deleteFrom('rate_limits').execute());

describe('the authentication hook', () => {
  const changed = { directory: vi.fn(), events: vi.fn() };
  const ask = (username: string, password: string) => {
    const { db, auth, pool } = harness;
    const deps = { db, auth, directory: { changed: changed.directory }, events: { changed: changed.events } };
    return authenticateClient(deps as never, createDeviceLookup(pool), { username, password });
  };
  const deny = { result: 'deny' };
  beforeEach(() => {
    changed.directory.mockClear();
    changed.events.mockClear();
  });

  it('authenticates a device by its key', async () => {
    const [device, other] = [await createDevice(harness), await createDevice(harness)];
    expect(await ask(device.serial, device.device_key)).toEqual({
      result: 'allow',
      is_superuser: false,
      client_attrs: { kind: 'device', id: device.serial },
      acl: aclFor({ kind: 'device', serial: device.serial }),
    });
    for (const [serial, key] of [
      [device.serial, other.device_key],
      ['9999-9999-9999-9999', device.device_key],
      ['nobody', device.device_key],
    ] as const)
      expect(await ask(serial, key)).toEqual(deny);
    const keyless = await createDevice(harness, { key_hash: null });
    expect(await ask(keyless.serial, keyless.device_key)).toEqual(deny);
    expect(changed.events).not.toHaveBeenCalled();
  });

  it.each([
    ['wait', 'ok'],
    ['new', 'active'],
    ['pass', 'active'],
    ['active', 'active'],
    ['ok', 'ok'],
    ['no', 'no'],
    ['blocked', null],
  ] as const)('of a device changes its mode from %s to %s', async (mode, after) => {
    const owner = await createUser(harness);
    const { device_id, serial, device_key } = await createDevice(harness, { device_mode: mode, user_id: owner.id });
    const answer = await ask(serial, device_key);
    expect(answer).toMatchObject({ result: after === null ? 'deny' : 'allow' });
    const row = await harness.db
      .selectFrom('devices')
      .select('device_mode')
      .where('device_id', '=', device_id)
      .executeTakeFirst();
    expect(row?.device_mode).toBe(after ?? mode);
    if (after === null || after === mode) {
      expect(changed.directory).not.toHaveBeenCalled();
      expect(changed.events).not.toHaveBeenCalled();
    } else {
      expect(changed.directory).toHaveBeenCalledOnce();
      expect(changed.events).toHaveBeenCalledExactlyOnceWith('devices_changed', [device_id], owner.id);
    }
  });

  it('authenticates a console by the key of its user, who may read only their own devices', async () => {
    const [user, admin] = [await createUser(harness), await createUser(harness, { role: 'admin' })];
    const { serial } = await createDevice(harness, { user_id: user.id });
    await createDevice(harness);
    expect(await ask(String(user.id), user.key)).toEqual({
      result: 'allow',
      is_superuser: false,
      client_attrs: { kind: 'console', id: String(user.id) },
      acl: aclFor({ kind: 'console', userId: user.id, role: 'user', serials: [serial] }),
    });
    expect(await ask(String(admin.id), admin.key)).toMatchObject({
      acl: aclFor({ kind: 'console', userId: admin.id, role: 'admin', serials: [] }),
    });
    for (const [id, key] of [
      [String(user.id), admin.key],
      [String(user.id), 'nothing'],
      ['12345678901', user.key],
      [`000${user.id}`, user.key],
      [`${user.id}x`, user.key],
      [`x${user.id}`, user.key],
    ] as const)
      expect(await ask(id, key)).toEqual(deny);
  });

  it('rejects blocked users and devices, and fails when the database is unavailable', async () => {
    const user = await createUser(harness);
    await harness.auth.authenticate(user.key);
    await harness.db.updateTable('users').set({ blocked: true }).where('id', '=', user.id).execute();
    expect(await ask(String(user.id), user.key)).toEqual(deny);
    const query = vi.spyOn(harness.pool, 'query').mockRejectedValue(new Error('away'));
    await expect(ask(String(user.id), user.key)).rejects.toThrow('away');
    query.mockRestore();
  });
});
