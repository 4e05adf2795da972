import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser, PASSWORD } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { eventsTo } from '../../support/services/fake-broker.ts';
import { findAudit } from '../../support/audit.ts';
import { keyStatus } from '../../support/accounts.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
});

/** Makes a change directly in the database, as another instance would, while this one has the key in its cache. */
async function onOtherInstance({ key }: TestUser, act: () => Promise<unknown>): Promise<void> {
  expect(await keyStatus(api, key)).toBe(200);
  await act();
}

describe('editing a user', () => {
  it('changes only the given fields, nested or beside the id', async () => {
    const account = await createUser(api, { phone: '+4915799001' });
    const before = (await api.call(userChangesHttp.edit, admin, { userId: account.id, updates: {} })).body.user;
    const changes = { name: 'Renamed', phone: null, phone_confirm: true, email_confirm: false, role: 'admin' };
    const after = await api.call(userChangesHttp.edit, admin, { userId: String(account.id), updates: changes });
    expect(after).toMatchObject({
      status: 200,
      body: { user: { ...before, ...changes, revision: before.revision + 1 } },
    });
    const flat = await api.call(userChangesHttp.edit, admin, {
      user_id: account.id,
      name: 'Flat',
      admin_user_key: admin.key,
    });
    expect(flat.body.user).toEqual({ ...before, ...changes, name: 'Flat', revision: before.revision + 2 });
    expect(await findAudit(api.db, 'user.edit', account.id)).toHaveLength(3);
    await expect.poll(() => JSON.stringify(eventsTo(api, { id: account.id }))).toContain('user_changed');
  });

  it('is rejected when it started with older values, and returns the current ones', async () => {
    const account = await createUser(api);
    const { revision } = (await api.call(userChangesHttp.edit, admin, { userId: account.id, updates: {} })).body.user;
    // A sign-in does not count as a concurrent change.
    await api.call(authHttp.signIn, null, { email: account.email, password: PASSWORD });
    expect(
      (await api.call(userChangesHttp.edit, root, { userId: account.id, revision, updates: { name: 'First' } })).status,
    ).toBe(200);
    expect(
      await api.call(userChangesHttp.edit, admin, { userId: account.id, revision, updates: { role: 'admin' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { name: 'First', role: 'user', revision: revision + 1 } },
    });
    const again = await api.call(userChangesHttp.edit, admin, {
      userId: account.id,
      revision: revision + 1,
      updates: { role: 'admin' },
    });
    expect(again.body.user).toMatchObject({ name: 'First', role: 'admin', revision: revision + 2 });
  });

  it('has the same rules as adding one', async () => {
    const [account, other] = [await createUser(api), await createUser(api, { phone: '+4915799002' })];
    for (const updates of [{ email: other.email.toUpperCase() }, { phone: '+4915799002' }]) {
      expect(await api.call(userChangesHttp.edit, admin, { userId: account.id, updates })).toMatchObject({
        status: 409,
        body: { code: 'user_exists' },
      });
    }
    for (const updates of [
      { email: null },
      { email: 'x' },
      { name: '' },
      { role: 'owner' },
      { email_confirm: 'yes' },
      { blocked: false },
      { password_hash: 'x' },
      { id: 1 },
      { key: 'x' },
    ]) {
      expect((await api.call(userChangesHttp.edit, admin, { userId: account.id, updates })).status).toBe(400);
      expect((await api.call(userChangesHttp.edit, admin, { userId: account.id, ...updates })).status).toBe(400);
    }
    expect((await api.call(userChangesHttp.edit, admin, { userId: 999_999, updates: { name: 'Nobody' } })).status).toBe(
      404,
    );
    expect((await api.call(userChangesHttp.edit, admin, { updates: { name: 'Nobody' } })).status).toBe(400);
  });

  it('sends an event about changed users to administrators, without the ids of roots', async () => {
    const [other, account] = [await createUser(api, { role: 'root' }), await createUser(api)];
    // Events are gathered for a moment: those about earlier changes are sent with the one to this user at the latest.
    await api.call(userChangesHttp.edit, admin, { userId: account.id, updates: { name: 'Renamed' } });
    await expect.poll(() => JSON.stringify(eventsTo(api, { id: account.id }))).toContain('user_changed');
    const before = api.broker.published.length;
    await api.call(userChangesHttp.edit, root, { userId: other.id, updates: { name: 'Unseen' } });
    const userEvents = () =>
      api.broker.published
        .slice(before)
        .filter(({ topic }) => topic === `users/${admin.id}/events`)
        // Administrators hear of what others do meanwhile, too.
        .flatMap(({ payload }) => ((payload as { type: string }).type === 'users_changed' ? [payload] : []));
    await expect.poll(userEvents).toMatchObject([{ type: 'users_changed', ids: [] }]);
  });

  it('invalidates codes and links that were sent to a previous address', async () => {
    const account = await createUser(api, { email_confirm: false });
    await api.call(registrationHttp.resendEmail, null, { email: account.email });
    await api.call(passwordsHttp.forgot, null, { email: account.email });
    const left = async () => {
      const [codes, tokens] = await Promise.all([
        api.db.selectFrom('confirmation_codes').select('purpose').where('user_id', '=', account.id).execute(),
        api.db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', account.id).execute(),
      ]);
      return codes.length + tokens.length;
    };
    await api.call(userChangesHttp.edit, admin, {
      userId: account.id,
      updates: { name: 'Same address', email: account.email },
    });
    expect(await left()).toBe(2);
    await api.call(userChangesHttp.edit, admin, { userId: account.id, updates: { email: `moved-${account.email}` } });
    expect(await left()).toBe(0);
  });

  it('of the role takes effect immediately and closes live connections', async () => {
    const account = await createUser(api);
    expect((await api.call(outboxHttp.list, account)).status).toBe(403);
    await api.call(userChangesHttp.edit, admin, { userId: account.id, updates: { role: 'admin' } });
    expect((await api.call(outboxHttp.list, account)).status).toBe(200);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(account.id)] });
    await api.call(userChangesHttp.edit, admin, { userId: account.id, updates: { role: 'user' } });
    expect((await api.call(outboxHttp.list, account)).status).toBe(403);
  });
});

describe('blocking a user', () => {
  it('denies access immediately, and unblocking restores it', async () => {
    const account = await createUser(api);
    const answer = await api.call(userChangesHttp.block, admin, { userId: account.id, blocked: true });
    expect(answer).toMatchObject({ status: 200, body: { user: { blocked: true, active: true } } });
    expect(await keyStatus(api, account.key)).toBe(403);
    expect((await api.call(authHttp.signIn, null, { email: account.email, password: PASSWORD })).status).toBe(403);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(account.id)] });
    await api.call(userChangesHttp.block, admin, { user_id: String(account.id), blocked: false });
    expect(await keyStatus(api, account.key)).toBe(200);
    expect([
      await findAudit(api.db, 'user.block', account.id),
      await findAudit(api.db, 'user.unblock', account.id),
    ]).toMatchObject([[{ user_id: admin.id }], [{ user_id: admin.id }]]);
    for (const blocked of ['true', 1, null, undefined]) {
      expect((await api.call(userChangesHttp.block, admin, { userId: account.id, blocked })).status).toBe(400);
    }
  });

  it('denies the broker connection, whatever an api instance has cached', async () => {
    const account = await createUser(api);
    const connect = () =>
      api.internal.call(
        brokerAccessHttp.authenticate,
        { key: SERVICE_SECRET },
        { clientid: 'x', username: String(account.id), password: account.key },
      );
    expect((await connect()).body).toMatchObject({ result: 'allow' });
    const shutOut = () => api.db.updateTable('users').set({ blocked: true }).where('id', '=', account.id).execute();
    await onOtherInstance(account, shutOut);
    expect((await connect()).body).toEqual({ result: 'deny' });
  });
});

describe('a new key', () => {
  it('replaces all others', async () => {
    const account = await createUser(api);
    const second = (await api.call(authHttp.signIn, null, { email: account.email, password: PASSWORD })).body[
      'user_key'
    ];
    const answer = await api.call(userKeysHttp.updateKey, admin, { user_id: account.id, admin_user_key: admin.key });
    expect(answer.status).toBe(200);
    expect(await Promise.all([account.key, second, answer.body.user_key].map((key) => keyStatus(api, key)))).toEqual([
      401, 401, 200,
    ]);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(account.id)] });
    const [entry] = await findAudit(api.db, 'user.update-key', account.id);
    expect(entry).toMatchObject({ user_id: admin.id });
    expect(JSON.stringify(entry)).not.toContain(answer.body.user_key);
    expect(await api.call(userKeysHttp.updateKey, admin, { user_id: 999_999 })).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    });
  });
});

describe('a revoked key', () => {
  it('cannot change anything, whatever an api instance has cached', async () => {
    const [account, by] = [await createUser(api), await createAdmin(api)];
    const revoke = () =>
      sql`update user_keys set revoked_at = now() where user_id = ${by.id} and revoked_at is null`.execute(api.db);
    await onOtherInstance(by, revoke);
    expect(await api.call(userKeysHttp.updateKey, by, { user_id: account.id })).toMatchObject({ status: 401 });
    expect(await keyStatus(api, account.key)).toBe(200);
  });

  it('that an administrator saw is not valid for a role that the user gets later', async () => {
    const account = await createUser(api);
    const shown = (await api.call(userKeysHttp.updateKey, admin, { user_id: account.id })).body.user_key;
    const own = (await api.call(authHttp.signIn, null, { email: account.email, password: PASSWORD })).body['user_key'];
    await api.call(userChangesHttp.edit, root, { userId: account.id, updates: { name: 'Same role', role: 'user' } });
    expect(await keyStatus(api, shown)).toBe(200);
    await api.call(userChangesHttp.edit, root, { userId: account.id, updates: { role: 'root' } });
    expect(await Promise.all([shown, own].map((key) => keyStatus(api, key)))).toEqual([401, 200]);
  });
});
