import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';

let api: TestApi;
let user: TestUser;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  user = await createUser(api, { country_code: 'IN', time_zone: 'Asia/Kolkata', utc_offset: 0 });
  [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
});

const info = (caller: TestUser | undefined, body: object) => api.call(usersAdminHttp.read, caller ?? null, { ...body });

/** The fields of a user with the revision. `user_key` is not among them (USER-6). */
const FIELDS =
  'id name email email_confirm phone phone_confirm role active blocked may_text_any_number lang country country_code city region utc_offset created_at last_login key_created_at companies two_factor full_quotas revision'
    .split(' ')
    .sort();

describe('user info', () => {
  it('returns the caller’s account and role', async () => {
    for (const [caller, role] of [
      [user, 'user'],
      [admin, 'admin'],
      [root, 'root'],
    ] as const) {
      expect(await info(caller, { userId: caller.id })).toMatchObject({ status: 200, body: { id: caller.id, role } });
    }
    const { body } = await info(user, { userId: user.id });
    expect(body).toMatchObject({ country_code: 'IN', utc_offset: 330, companies: 0, blocked: false, active: true });
    expect(Object.keys(body).sort()).toEqual(FIELDS);
  });

  it('accepts both spellings of the id, as a number or in digits', async () => {
    const id = user.id;
    for (const body of [
      { userId: String(id) },
      { user_id: id },
      { user_id: String(id) },
      { userId: id, user_id: id },
    ]) {
      expect(await info(user, body)).toMatchObject({ status: 200, body: { id } });
    }
    for (const body of [
      {},
      { userId: id, user_id: admin.id },
      { userId: '' },
      { userId: 'x' },
      { userId: 0 },
      { userId: true },
      { userId: null },
      { userId: 1.5 },
      { userId: 2_147_483_648 },
      { userId: '9999999999' },
      { userId: { id } },
      { userId: id, role: 'root' },
    ]) {
      expect(await info(user, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    expect((await info(user, {})).body).toMatchObject({ error: 'User id is required' });
  });

  it('contains the current role, not that of the sign-in', async () => {
    const risen = await createUser(api);
    expect((await info(risen, { userId: risen.id })).body.role).toBe('user');
    await api.db.updateTable('users').set({ role: 'admin' }).where('id', '=', risen.id).execute();
    expect((await info(risen, { userId: risen.id })).body.role).toBe('admin');
  });

  it('of another user is for administrators; for a user it returns 404', async () => {
    expect(await info(admin, { userId: user.id })).toMatchObject({ status: 200, body: { email: user.email } });
    const missing = await info(user, { userId: 999_999 });
    expect(missing).toMatchObject({ status: 404, body: { code: 'user_not_found', error: 'User not found' } });
    for (const other of [admin, root, await createUser(api)]) {
      const refused = await info(user, { userId: other.id });
      expect(refused.status).toBe(404);
      expect({ ...refused.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
    }
  });

  it('of a root account is for roots', async () => {
    const other = await createUser(api, { role: 'root' });
    expect((await info(root, { userId: other.id })).status).toBe(200);
    expect(await info(admin, { userId: other.id })).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  });

  it('uses the key of the call, whatever key is in the body', async () => {
    expect((await info(user, { userId: admin.id, admin_user_key: admin.key })).status).toBe(404);
    expect((await info(admin, { userId: root.id, admin_user_key: root.key })).status).toBe(404);
    expect((await info(undefined, { userId: user.id, admin_user_key: admin.key })).status).toBe(401);
    expect((await info(user, { userId: user.id, admin_user_key: 'nonsense' })).status).toBe(200);
  });
});
