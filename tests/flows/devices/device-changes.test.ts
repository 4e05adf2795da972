import { randomSerial } from '@belfry/schemas/domain/serial';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { findAudit } from '../../support/audit.ts';
import { flow } from '../../support/flow.ts';
import { waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(() => {
  api.broker.disconnected.length = 0;
});

const auditOf = (action: string, objectId: number) => findAudit(api.db, action, objectId);

describe('changing a device', () => {
  it('changes only the given fields', async () => {
    const device = await createDevice(api, { note: 'old', email: 'a@b.test' });
    const body = { note: 'new', device_mode: 'pass', pass: '' };
    const edited = await api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, ...body });
    expect(edited.body).toMatchObject({ note: 'new', email: 'a@b.test', device_mode: 'pass', has_pass: true });
    expect(await auditOf('device.edit', device.device_id)).toHaveLength(1);
  });

  it('disconnects a device that is blocked', async () => {
    const device = await createDevice(api);
    await api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, device_mode: 'blocked' });
    expect(api.broker.disconnected).toEqual([{ kind: 'device', ids: [device.serial] }]);
  });

  it('does not change the serial number', async () => {
    const [device, other] = [await createDevice(api), await createDevice(api)];
    const edit = (serial: string) => api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, serial });
    expect((await edit(device.serial)).status).toBe(200);
    expect((await edit(other.serial)).body.error).toBe(
      'Serial number is not unique! This should not happen in edit mode.',
    );
    expect((await edit(randomSerial())).body.code).toBe('invalid_input');
  });

  it('sends console events to the administrators and the owner', async () => {
    const owner = await createUser(api);
    const device = await createDevice(api, { user_id: owner.id });
    await api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, note: 'x' });
    const wasNotified = (userId: number) =>
      api.broker.published.some(
        ({ topic, payload }) =>
          topic === `users/${userId}/events` && JSON.stringify(payload).includes(String(device.device_id)),
      );
    await expect.poll(() => wasNotified(owner.id) && wasNotified(admin.id)).toBe(true);
  });

  it('rotates the key', async () => {
    const device = await createDevice(api);
    const rotated = await api.call(devicesAdminHttp.rotateKey, admin, { device_id: device.device_id });
    expect(rotated.body.device_key).not.toBe(device.device_key);
    expect(api.broker.disconnected).toEqual([{ kind: 'device', ids: [device.serial] }]);
  });

  it('deletes only devices in mode no', async () => {
    const device = await createDevice(api);
    const remove = () => api.call(devicesAdminHttp.remove, admin, { device_id: device.device_id });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'mode_forbids' } });
    await api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, device_mode: 'no' });
    expect((await remove()).status).toBe(204);
    expect(api.broker.disconnected).toEqual([{ kind: 'device', ids: [device.serial] }]);
    expect(api.broker.published).toContainEqual({ topic: `devices/${device.serial}/status`, payload: null });
    expect((await remove()).status).toBe(404);
    expect((await api.call(devicesHttp.info, admin, { device: device.serial })).status).toBe(404);
  });

  it('deletes a device whose reports are stored at the same time, after a deadlock with them', async () => {
    const { device_id } = await createDevice(api, { device_mode: 'no' });
    const trx = await api.db.startTransaction().execute();
    // Of the two transactions Postgres ends the one that notices the deadlock.
    await sql`set local deadlock_timeout = '60s'`.execute(trx);
    await trx.selectFrom('device_state').where('device_id', '=', device_id).forUpdate().execute();
    const removal = api.call(devicesAdminHttp.remove, admin, { device_id });
    await waitUntilBlocked(api.db);
    await trx.selectFrom('devices').where('device_id', '=', device_id).forKeyShare().execute();
    await trx.commit().execute();
    expect((await removal).status).toBe(204);
  });
});
