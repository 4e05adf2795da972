import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { findAudit } from '../../support/audit.ts';
import { keyStatus } from '../../support/accounts.ts';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
});

const bulk = (caller: TestUser | undefined, action: string, users: readonly { id: number }[]) =>
  api.call(userChangesHttp.changeMany, caller ?? null, { action, user_ids: users.map(({ id }) => id) });
const idsOf = async (query: object) =>
  (await api.call(usersAdminHttp.list, admin, { ...query })).body.map(({ id }) => id);

describe('the filters of the list of users', () => {
  it('select a role, a block, and contacts that are not confirmed', async () => {
    const q = 'filtered-';
    const user = await createUser(api, { email: `${q}1@belfry.test`, blocked: true, phone: '+4915799100' });
    const other = await createAdmin(api, { email: `${q}2@belfry.test`, email_confirm: false });
    expect(await idsOf({ q })).toEqual([user.id, other.id]);
    expect(await idsOf({ q, role: 'admin' })).toEqual([other.id]);
    expect(await idsOf({ q, blocked: 'yes' })).toEqual([user.id]);
    expect(await idsOf({ q, blocked: 'no' })).toEqual([other.id]);
    expect(await idsOf({ q, unconfirmed: 'email' })).toEqual([other.id]);
    expect(await idsOf({ q, unconfirmed: 'phone' })).toEqual([user.id]);
    expect(await idsOf({ role: 'root' })).toEqual([]);
  });
});

describe('changing several users', () => {
  it('blocks and unblocks each, ends their sessions, and leaves an audit row for each', async () => {
    const [one, two] = [await createUser(api), await createUser(api)];
    expect(await bulk(admin, 'block', [one, two, one])).toMatchObject({ status: 200, body: { done: 2, failed: [] } });
    expect([await keyStatus(api, one.key), await keyStatus(api, two.key)]).toEqual([403, 403]);
    expect(api.broker.disconnected.flatMap(({ ids }) => ids)).toEqual(
      expect.arrayContaining([String(one.id), String(two.id)]),
    );
    expect(await findAudit(api.db, 'user.block', two.id)).toMatchObject([
      { user_id: admin.id, details: { bulk: true } },
    ]);
    expect((await bulk(admin, 'unblock', [one, two])).body).toEqual({ done: 2, failed: [] });
    expect([await keyStatus(api, one.key), await keyStatus(api, two.key)]).toEqual([200, 200]);
    expect((await bulk(admin, 'unblock', [one])).body).toEqual({ done: 1, failed: [] });
    expect(await findAudit(api.db, 'user.unblock', one.id)).toHaveLength(1);
  });

  it('deletes each with their data, and releases their devices', async () => {
    const [one, two] = [await createUser(api), await createUser(api)];
    const { device_id } = await createDevice(api, { user_id: two.id });
    expect((await bulk(admin, 'delete', [one, two])).body).toEqual({ done: 2, failed: [] });
    expect([await keyStatus(api, one.key), await keyStatus(api, two.key)]).toEqual([401, 401]);
    const device = await api.db.selectFrom('devices').select('user_id').where('device_id', '=', device_id).execute();
    expect(device).toEqual([{ user_id: null }]);
    expect(await findAudit(api.db, 'user.delete', one.id)).toMatchObject([
      { details: { email: one.email, bulk: true } },
    ]);
  });

  it('refuses oneself, roots and unknown users by name and reason, and does the others', async () => {
    const user = await createUser(api);
    for (const action of ['block', 'delete']) {
      const { body } = await bulk(admin, action, [admin, root, user, { id: 2_000_000_000 }]);
      expect(body.done).toBe(1);
      expect(body.failed).toMatchObject([
        { user_id: admin.id, name: expect.any(String), code: 'forbidden', error: `You cannot ${action} yourself.` },
        { user_id: root.id, name: null, code: 'user_not_found', error: 'User not found' },
        { user_id: 2_000_000_000, name: null, code: 'user_not_found' },
      ]);
    }
    expect((await bulk(root, 'delete', [root])).body).toMatchObject({ done: 0, failed: [{ code: 'forbidden' }] });
    expect([await keyStatus(api, admin.key), await keyStatus(api, root.key)]).toEqual([200, 200]);
  });

  it('is for administrators with a key of their own, and limited in size', async () => {
    const user = await createUser(api);
    expect((await bulk(undefined, 'block', [user])).status).toBe(401);
    expect((await bulk(user, 'block', [user])).status).toBe(403);
    const opened = await api.call(userKeysHttp.impersonate, root, { user_id: admin.id });
    expect((await bulk({ ...admin, key: opened.body.user_key }, 'block', [user])).status).toBe(403);
    expect((await bulk(admin, 'block', [])).status).toBe(400);
    const many = Array.from({ length: 201 }, (_, n) => ({ id: n + 1 }));
    expect((await bulk(admin, 'block', many)).status).toBe(400);
    expect((await bulk(admin, 'demote', [user])).status).toBe(400);
  });

  it('does not delete all when there are not as many as expected', async () => {
    const removeAll = (expected: number) => api.call(userChangesHttp.removeAll, root, { expected });
    const count = (await api.db.selectFrom('users').select('id').execute()).length - 1;
    const refused = await removeAll(count + 1);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await removeAll(count)).body).toMatchObject({ deleted: count });
  });
});
