import { randomSerial } from '@belfry/schemas/domain/serial';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createAdmin, createDevice, createUser, type TestUser, createNewDevice } from '../../support/factories.ts';
import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(async () => {
  user = await createUser(api);
  await api.db.deleteFrom('device_approvals').execute();
  await api.db.deleteFrom('rate_limits').execute();
  api.broker.published.length = 0;
  api.broker.disconnected.length = 0;
});

const enroll = (serial: string, { pass = '', from = '203.0.113.7' } = {}) =>
  api.call(enrolmentHttp.enrol, null, { serial, pass }, { headers: { 'x-forwarded-for': from } });

describe('a device without a pass', () => {
  it('gets its key only after approval, from the approved address and once', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    const refused = await enroll(serial);
    expect(refused).toMatchObject({ status: 401, body: { code: 'wrong_pass' } });
    expect((await enroll(randomSerial())).body.error).toBe(refused.body.error);
    await enroll(serial);
    const waiting = (await api.call(approvalsHttp.list, admin)).body;
    expect(waiting).toMatchObject([{ kind: 'enrolment', serial, address: '203.0.113.7', user_id: null }]);
    expect((await api.call(approvalsHttp.approve, admin, { id: waiting[0]?.id })).status).toBe(204);
    expect((await enroll(serial, { from: '198.51.100.1' })).status).toBe(401);
    const enrolled = await enroll(serial);
    expect(enrolled.status).toBe(200);
    const connected = await api.internal.call(
      brokerAccessHttp.authenticate,
      { key: `Bearer ${SERVICE_SECRET}` },
      { clientid: serial, username: serial, password: enrolled.body.device_key },
    );
    expect(connected.body).toMatchObject({ result: 'allow' });
    expect((await enroll(serial)).status).toBe(401);
    expect((await api.call(approvalsHttp.list, admin)).body).toEqual([]);
  });

  it('loses an approval after an hour or when it gets another owner', async () => {
    for (const end of [
      (serial: string) =>
        sql`update devices set enroll_until = now() - interval '1 s' where serial = ${serial}`.execute(api.db),
      async (serial: string) => {
        const { device_id } = (await api.call(devicesHttp.info, admin, { device: serial })).body;
        return api.call(devicesAdminHttp.edit, admin, { device_id, user_id: null });
      },
    ]) {
      const { serial } = await createNewDevice(api, { pass_hash: null, user_id: user.id });
      await enroll(serial);
      await api.call(approvalsHttp.approve, admin, { id: (await api.call(approvalsHttp.list, admin)).body[0]?.id });
      await end(serial);
      expect((await enroll(serial)).status).toBe(401);
      await api.db.deleteFrom('device_approvals').execute();
    }
  });

  it('is rejected per address, also when it asks again', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    await enroll(serial);
    await api.call(approvalsHttp.reject, admin, { id: (await api.call(approvalsHttp.list, admin)).body[0]?.id });
    await enroll(serial);
    expect((await api.call(approvalsHttp.list, admin)).body).toEqual([]);
  });

  it('creates no request when it has its key, is blocked, or has a pass', async () => {
    const enrolled = await createDevice(api, { pass_hash: null });
    const blocked = await createNewDevice(api, { pass_hash: null, device_mode: 'blocked' });
    const { serial } = await createDevice(api, { key_hash: null, device_mode: 'new' });
    for (const asking of [enrolled.serial, blocked.serial, serial]) expect((await enroll(asking)).status).toBe(401);
    expect((await api.call(approvalsHttp.list, admin)).body).toEqual([]);
  });

  it('is listed with its latest addresses only', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    for (let n = 1; n <= 8; n += 1) await enroll(serial, { from: `203.0.113.${n}` });
    const addresses = (await api.call(approvalsHttp.list, admin)).body.map(({ address }) => address);
    expect(addresses).toEqual([4, 5, 6, 7, 8].map((n) => `203.0.113.${n}`));
  });

  it('that was given a pass meanwhile cannot enrol without it', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    await enroll(serial);
    await api.db.updateTable('devices').set({ pass_hash: 'x' }).where('serial', '=', serial).execute();
    expect(
      (await api.call(approvalsHttp.approve, admin, { id: (await api.call(approvalsHttp.list, admin)).body[0]?.id }))
        .body,
    ).toMatchObject({ code: 'conflict' });
  });
});

describe('deciding a request', () => {
  it('is for administrators, and only one of two concurrent decisions succeeds', async () => {
    const { body } = await api.call(enrolmentHttp.register, user, { serial: randomSerial() });
    for (const decision of ['approve', 'reject'] as const) {
      expect((await api.call(approvalsHttp[decision], user, { id: body.id })).status).toBe(403);
    }
    expect((await api.call(approvalsHttp.list, user)).status).toBe(403);
    const answers = await Promise.all([
      api.call(approvalsHttp.approve, admin, { id: body.id }),
      api.call(approvalsHttp.reject, admin, { id: body.id }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404]);
  });

  it('is for roots when the claim is of a root', async () => {
    const root = await createUser(api, { role: 'root' });
    const { body } = await api.call(enrolmentHttp.register, user, { serial: randomSerial() });
    await api.db.updateTable('users').set({ role: 'root' }).where('id', '=', user.id).execute();
    expect((await api.call(approvalsHttp.list, admin)).body).toEqual([]);
    expect((await api.call(approvalsHttp.approve, admin, { id: body.id })).status).toBe(404);
    expect((await api.call(approvalsHttp.list, root)).body).toHaveLength(1);
    expect((await api.call(approvalsHttp.reject, root, { id: body.id })).status).toBe(204);
  });

  it('is paged, oldest first', async () => {
    const serials = [];
    for (let n = 0; n < 3; n += 1)
      serials.push((await api.call(enrolmentHttp.register, user, { serial: randomSerial() })).body.serial);
    const page = await api.call(approvalsHttp.list, admin, { page: '2', page_size: '2' });
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.body.map(({ serial }) => serial)).toEqual(serials.slice(2));
  });

  it('cannot be withdrawn by another user', async () => {
    const { body } = await api.call(enrolmentHttp.register, user, { serial: randomSerial() });
    const other = await createUser(api);
    expect((await api.call(approvalsHttp.withdraw, other, { id: body.id })).status).toBe(404);
    expect((await api.call(approvalsHttp.claims, other)).body).toEqual([]);
    expect((await api.call(approvalsHttp.claims, user)).body).toHaveLength(1);
  });
});
