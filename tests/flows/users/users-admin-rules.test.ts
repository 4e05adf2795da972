import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser, PASSWORD } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { eventsTo } from '../../support/services/fake-broker.ts';
import { findAudit } from '../../support/audit.ts';
import { newUserBody, keyStatus } from '../../support/accounts.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
let user: TestUser;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [user, admin, root] = [await createUser(api), await createAdmin(api), await createUser(api, { role: 'root' })];
});

describe('access to user administration', () => {
  const every = (caller: TestUser | undefined, id: number) =>
    Promise.all([
      api.call(userChangesHttp.add, caller, newUserBody()),
      api.call(userChangesHttp.edit, caller, { userId: id, updates: { name: 'Changed' } }),
      api.call(userChangesHttp.block, caller, { userId: id, blocked: true }),
      api.call(userChangesHttp.remove, caller, { id }),
      api.call(userKeysHttp.updateKey, caller, { user_id: id }),
      api.call(userKeysHttp.impersonate, caller, { user_id: id }),
    ]).then((answers) => answers.map(({ status }) => status));

  it('is denied to users, also with an administrator’s key in the body', async () => {
    expect(await every(user, admin.id)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(
      (await api.call(userChangesHttp.edit, user, { userId: user.id, admin_user_key: root.key, role: 'root' })).status,
    ).toBe(403);
    expect((await api.call(userChangesHttp.removeAll, user)).status).toBe(403);
    expect((await api.call(userChangesHttp.removeAll, admin)).status).toBe(403);
  });

  it('hides root accounts from administrators', async () => {
    const [, ...others] = await every(admin, root.id);
    expect(others).toEqual([404, 404, 404, 404, 404]);
    expect(await keyStatus(api, root.key)).toBe(200);
  });

  it('allows only root to set the role root', async () => {
    const refused = { status: 403, body: { code: 'forbidden', error: 'Only root can make somebody root.' } };
    expect(await api.call(userChangesHttp.add, admin, newUserBody({ role: 'root' }))).toMatchObject(refused);
    expect(await api.call(userChangesHttp.edit, admin, { userId: user.id, updates: { role: 'root' } })).toMatchObject(
      refused,
    );
    expect(await api.call(userChangesHttp.edit, admin, { userId: admin.id, updates: { role: 'root' } })).toMatchObject(
      refused,
    );
    expect((await api.call(userChangesHttp.add, root, newUserBody({ role: 'root' }))).status).toBe(201);
  });

  it('does not allow administrators to lock themselves out', async () => {
    for (const caller of [admin, root]) {
      const forbidden = { status: 403, body: { code: 'forbidden' } };
      expect(
        await api.call(userChangesHttp.edit, caller, { userId: caller.id, updates: { role: 'user' } }),
      ).toMatchObject(forbidden);
      expect(await api.call(userChangesHttp.block, caller, { userId: caller.id, blocked: true })).toMatchObject(
        forbidden,
      );
      expect(await api.call(userChangesHttp.remove, caller, { id: caller.id })).toMatchObject(forbidden);
      expect(await api.call(userKeysHttp.impersonate, caller, { user_id: caller.id })).toMatchObject(forbidden);
      expect(
        (await api.call(userChangesHttp.edit, caller, { userId: caller.id, updates: { name: 'Still here' } })).status,
      ).toBe(200);
      expect(await keyStatus(api, caller.key)).toBe(200);
    }
  });

  it('does not allow two roots to demote, block or delete each other concurrently', async () => {
    const tries: ((caller: TestUser, other: TestUser) => Promise<{ status: number }>)[] = [
      (caller, other) => api.call(userChangesHttp.edit, caller, { userId: other.id, updates: { role: 'user' } }),
      (caller, other) => api.call(userChangesHttp.block, caller, { userId: other.id, blocked: true }),
      (caller, other) => api.call(userChangesHttp.remove, caller, { id: other.id }),
    ];
    for (const attempt of tries) {
      const [one, two] = [await createUser(api, { role: 'root' }), await createUser(api, { role: 'root' })];
      const statuses = await Promise.all([attempt(one, two), attempt(two, one)]);
      expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(statuses.filter(({ status }) => [401, 403].includes(status))).toHaveLength(1);
      const left = await api.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'root')
        .where('blocked', '=', false)
        .where('id', 'in', [one.id, two.id])
        .execute();
      expect(left).toHaveLength(1);
    }
  });
});

describe('adding a user', () => {
  it('creates an account that can sign in immediately', async () => {
    const account = newUserBody();
    await api.db.updateTable('users').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', admin.id).execute();
    const answer = await api.call(userChangesHttp.add, admin, { ...account, admin_user_key: admin.key });
    expect(answer).toMatchObject({ status: 201, body: { success: true } });
    const { email, name, phone, role } = account;
    expect(answer.body.user).toMatchObject({ email, name, phone, role, email_confirm: true, phone_confirm: false });
    expect((await api.call(authHttp.signIn, null, { email: account.email, password: PASSWORD })).status).toBe(200);
    const zones = api.db.selectFrom('users').select('time_zone').where('id', 'in', [admin.id, answer.body.user.id]);
    expect((await zones.execute()).map(({ time_zone }) => time_zone)).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
    const [entry] = await findAudit(api.db, 'user.add', answer.body.user.id);
    expect(entry).toMatchObject({ user_id: admin.id, acting_as: null, details: { email, role } });
    expect(JSON.stringify(entry)).not.toContain(account.pass);
    await expect.poll(() => JSON.stringify(eventsTo(api, { id: admin.id }))).toContain('users_changed');
  });

  it('requires no phone number', async () => {
    for (const phone of [null, '', undefined]) {
      const answer = await api.call(userChangesHttp.add, admin, newUserBody({ phone }));
      expect(answer).toMatchObject({ status: 201, body: { user: { phone: null } } });
    }
  });

  it('rejects a taken email address or phone number in any spelling', async () => {
    const first = newUserBody();
    await api.call(userChangesHttp.add, admin, first);
    for (const twice of [{ email: first.email.toUpperCase() }, { phone: first.phone.replace('+49', '+49 ') }]) {
      expect(await api.call(userChangesHttp.add, admin, newUserBody(twice))).toMatchObject({
        status: 409,
        body: { code: 'user_exists' },
      });
    }
    const same = newUserBody();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => api.call(userChangesHttp.add, root, same)));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('validates the fields and ignores or rejects unknown ones', async () => {
    for (const wrong of [
      { pass: 'short' },
      { pass: 'nouppercase1' },
      { pass: '' },
      { email: 'no mail' },
      { email: "x'@; drop table users" },
      { email: undefined },
      { name: '' },
      { name: 'a\nBcc: x' },
      { role: 'owner' },
      { role: undefined },
      { phone: '12' },
      { id: 1 },
      { blocked: false },
      { email_confirm: true },
      { password_hash: 'x' },
      { created_at: '2000-01-01' },
    ]) {
      expect({ wrong, ...(await api.call(userChangesHttp.add, admin, newUserBody(wrong))) }).toMatchObject({
        wrong,
        status: 400,
      });
    }
    const name = "Robert'); drop table users; --";
    expect(await api.call(userChangesHttp.add, admin, newUserBody({ name }))).toMatchObject({
      status: 201,
      body: { user: { name } },
    });
  });
});
