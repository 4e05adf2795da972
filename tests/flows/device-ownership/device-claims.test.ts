import { DEVICE_CLAIMS_MAX } from '@belfry/schemas/domain/limits';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createAdmin, createUser, type TestUser, createNewDevice } from '../../support/factories.ts';
import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
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

const ownerOf = async (serial: string) =>
  (await api.db.selectFrom('devices').select('user_id').where('serial', '=', serial).executeTakeFirst())?.user_id;

const eventsOf = ({ id }: TestUser) =>
  api.broker.published
    .filter(({ topic }) => topic === `users/${id}/events`)
    .map(({ payload }) => (payload as { type: string }).type);

describe('claiming a device without its pass', () => {
  it.each([
    ['for a known device', async () => (await createNewDevice(api, { pass_hash: null })).serial],
    ['for an unknown serial number', async () => randomSerial()],
  ])('%s waits for approval, after which the user owns the device', async (_what, make) => {
    const serial = await make();
    const claimed = await api.call(enrolmentHttp.register, user, { serial, note: 'Shop' });
    expect(claimed).toMatchObject({ status: 202, body: { serial, note: 'Shop', approval: 'waiting' } });
    expect(await ownerOf(serial)).not.toBe(user.id);
    expect((await api.call(approvalsHttp.claims, user)).body).toEqual([claimed.body]);
    await expect.poll(() => eventsOf(admin)).toContain('approvals_changed');
    const [waiting] = (await api.call(approvalsHttp.list, admin)).body;
    expect(waiting).toMatchObject({ kind: 'claim', serial, user_id: user.id, user_email: user.email, note: 'Shop' });
    expect((await api.call(approvalsHttp.approve, admin, { id: waiting?.id })).status).toBe(204);
    expect(await ownerOf(serial)).toBe(user.id);
    expect([
      (await api.call(approvalsHttp.claims, user)).body,
      (await api.call(approvalsHttp.list, admin)).body,
    ]).toEqual([[], []]);
    await expect.poll(() => eventsOf(user)).toContain('approvals_changed');
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(user.id)] });
    const kept = api.db.selectFrom('audit_log').select(['user_id', 'details']).where('object_id', '=', serial);
    expect(await kept.where('action', '=', 'device.approve-claim').execute()).toMatchObject([
      { user_id: admin.id, details: { user_id: user.id } },
    ]);
  });

  it('waits for approval whatever pass the user gives for a device without one', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    expect((await api.call(enrolmentHttp.register, user, { serial, pass: 'guess' })).status).toBe(202);
    expect(await ownerOf(serial)).toBeNull();
  });

  it('shows a rejection, which the user can dismiss or answer with another claim', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    const { body } = await api.call(enrolmentHttp.register, user, { serial });
    expect((await api.call(approvalsHttp.reject, admin, { id: body.id })).status).toBe(204);
    expect((await api.call(approvalsHttp.claims, user)).body).toMatchObject([{ serial, approval: 'rejected' }]);
    expect((await api.call(approvalsHttp.list, admin)).body).toEqual([]);
    expect((await api.call(approvalsHttp.approve, admin, { id: body.id })).status).toBe(404);
    expect((await api.call(enrolmentHttp.register, user, { serial })).body).toMatchObject({
      id: body.id,
      approval: 'waiting',
    });
    expect((await api.call(approvalsHttp.withdraw, user, { id: body.id })).status).toBe(204);
    expect([
      (await api.call(approvalsHttp.claims, user)).body,
      (await api.call(approvalsHttp.list, admin)).body,
    ]).toEqual([[], []]);
    expect(await ownerOf(serial)).toBeNull();
  });

  it('by several users is approved for one and rejected for the others', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    const other = await createUser(api);
    await api.call(enrolmentHttp.register, other, { serial });
    const { body } = await api.call(enrolmentHttp.register, user, { serial });
    expect((await api.call(approvalsHttp.approve, admin, { id: body.id })).status).toBe(204);
    expect(await ownerOf(serial)).toBe(user.id);
    expect((await api.call(approvalsHttp.claims, other)).body).toMatchObject([{ serial, approval: 'rejected' }]);
    expect((await api.call(enrolmentHttp.register, other, { serial })).body).toMatchObject({ code: 'device_owned' });
    expect((await api.call(enrolmentHttp.register, user, { serial })).status).toBe(200);
  });

  it('has no effect when the device got an owner or was blocked meanwhile', async () => {
    const [taken, blocked] = [
      await createNewDevice(api, { pass_hash: null }),
      await createNewDevice(api, { pass_hash: null }),
    ];
    const [first, second] = [
      await api.call(enrolmentHttp.register, user, { serial: taken.serial }),
      await api.call(enrolmentHttp.register, user, { serial: blocked.serial }),
    ];
    const other = await createUser(api);
    await api.db.updateTable('devices').set({ user_id: other.id }).where('serial', '=', taken.serial).execute();
    await api.db.updateTable('devices').set({ device_mode: 'blocked' }).where('serial', '=', blocked.serial).execute();
    expect((await api.call(approvalsHttp.approve, admin, { id: first.body.id })).body).toMatchObject({
      code: 'device_owned',
    });
    expect((await api.call(approvalsHttp.approve, admin, { id: second.body.id })).body).toMatchObject({
      code: 'mode_forbids',
    });
    expect(await ownerOf(taken.serial)).toBe(other.id);
    expect((await api.call(enrolmentHttp.register, other, { serial: blocked.serial })).body).toMatchObject({
      code: 'mode_forbids',
    });
  });

  it('is limited to a number of claims, also for concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: DEVICE_CLAIMS_MAX + 5 }, () =>
        api.call(enrolmentHttp.register, user, { serial: randomSerial() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(DEVICE_CLAIMS_MAX);
    expect(answers.find(({ status }) => status === 422)?.body.error).toBe(
      'There can be 20 devices at most that wait for approval',
    );
    const [first] = (await api.call(approvalsHttp.claims, user)).body;
    expect((await api.call(enrolmentHttp.register, user, { serial: first!.serial })).status).toBe(202);
  });

  it('is not needed by administrators, who register the device directly', async () => {
    const { serial } = await createNewDevice(api, { pass_hash: null });
    expect((await api.call(enrolmentHttp.register, admin, { serial })).status).toBe(200);
    expect(await ownerOf(serial)).toBe(admin.id);
  });
});
