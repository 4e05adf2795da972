import { deleteOldDeviceEvents } from '@belfry/api/features/device-timeline/index';
import { timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});

const call = (serial: string, query: object = {}) => api.call(timelineHttp.read, admin, { serial, ...query });

describe('the events of a timeline', () => {
  it('are limited for a device that changes its status all the time, which the last of them says', async () => {
    const { device_id, serial } = await createDevice(api);
    for (let n = 0; n < 60; n++)
      for (const status of ['online', 'offline'])
        await sql`update device_state set reported_status = ${status} where device_id = ${device_id}`.execute(api.db);
    const { entries } = (await call(serial, { types: 'connection', limit: 100 })).body;
    expect(entries).toHaveLength(100);
    expect(entries.map((entry) => 'limited' in entry && entry.limited)).toEqual([
      true,
      ...Array.from({ length: 99 }, () => false),
    ]);
  });

  it('are deleted after their time, and with their device', async () => {
    const { device_id, serial } = await createDevice(api);
    await sql`
      insert into device_events (device_id, type, at, details)
      select ${device_id}, 'firmware', now() - days * interval '1 day', '{}' from unnest(array[89, 91]) days`.execute(
      api.db,
    );
    await deleteOldDeviceEvents(api.db);
    const count = async () =>
      (await api.db.selectFrom('device_events').selectAll().where('device_id', '=', device_id).execute()).length;
    expect(await count()).toBe(1);
    await api.call(devicesAdminHttp.edit, admin, { device_id, device_mode: 'no' });
    await api.call(devicesAdminHttp.remove, admin, { device_id });
    expect(await count()).toBe(0);
    expect((await call(serial)).status).toBe(404);
  });
});
