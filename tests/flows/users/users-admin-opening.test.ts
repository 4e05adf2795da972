import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { findAudit } from '../../support/audit.ts';
import { newUserBody, keyStatus } from '../../support/accounts.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
let user: TestUser;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [user, admin, root] = [await createUser(api), await createAdmin(api), await createUser(api, { role: 'root' })];
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('impersonating a user', () => {
  const opened = async (caller: TestUser, target: TestUser) =>
    (await api.call(userKeysHttp.impersonate, caller, { user_id: target.id })).body;

  it('returns a key that is valid for an hour, used or not, with its owner', async () => {
    const account = await createUser(api);
    const { user_key, ...rest } = await opened(admin, account);
    expect(rest).toMatchObject({ user_id: account.id, role: 'user' });
    const lasts = Date.parse(rest.expires_at) - Date.now();
    expect(lasts).toBeGreaterThan(59 * 60_000);
    expect(lasts).toBeLessThanOrEqual(60 * 60_000 + 1_000);
    await sql`update user_keys set last_used_at = now() - interval '10 minutes' where made_by = ${admin.id}`.execute(
      api.db,
    );
    // The cache of keys keeps what it has read while its clock stands still.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const { body } = await api.call(usersHttp.profile, { key: user_key });
    expect(body).toMatchObject({ id: account.id, opened_by: { id: admin.id, until: rest.expires_at } });
    expect((await api.call(usersHttp.profile, { key: user_key })).body.opened_by?.until).toBe(rest.expires_at);
    expect((await api.call(usersHttp.profile, account)).body.opened_by).toBeNull();
    await sql`update user_keys set expires_at = now() where made_by = ${admin.id}`.execute(api.db);
    expect(await keyStatus(api, user_key)).toBe(200);
    const [entry] = await findAudit(api.db, 'user.impersonate', account.id);
    expect(entry).toMatchObject({ user_id: admin.id, acting_as: null });
    expect(JSON.stringify(entry)).not.toContain(user_key);
  });

  it('is not a sign-in: it changes neither the last sign-in nor sessions and keys', async () => {
    const account = await createUser(api);
    const shown = async () => (await api.call(usersAdminHttp.read, admin, { user_id: account.id })).body;
    const before = await shown();
    await opened(admin, account);
    expect(await shown()).toEqual(before);
    expect((await api.call(sessionsHttp.list, account)).body).toHaveLength(1);
  });

  it('has the permissions of the user at most', async () => {
    const { user_key: key } = await opened(root, user);
    expect((await api.call(usersAdminHttp.list, { key })).status).toBe(403);
    expect((await api.call(devicesHttp.list, { key })).status).toBe(403);
    const asAdmin = await opened(root, admin);
    expect((await api.call(usersAdminHttp.list, { key: asAdmin.user_key })).status).toBe(200);
  });

  it('cannot use account calls: password, second factor, sessions, and administration', async () => {
    const { user_key: key } = await opened(root, await createAdmin(api));
    const body = { password: PASSWORD };
    const own = await Promise.all([
      api.call(passwordsHttp.change, { key }, { currentPassword: PASSWORD, newPassword: 'Secret-2' }),
      api.call(twoFactorHttp.enrol, { key }, { ...body }),
      api.call(twoFactorHttp.confirm, { key }, { code: '123456' }),
      api.call(twoFactorHttp.replaceRecoveryCodes, { key }, { ...body }),
      api.call(twoFactorHttp.disable, { key }, { ...body, code: '123456' }),
      api.call(sessionsHttp.list, { key }),
      api.call(sessionsHttp.endOthers, { key }),
      api.call(sessionsHttp.end, { key }, { id: '1' }),
    ]);
    const tab = { ...user, key };
    const administration = await Promise.all([
      api.call(userChangesHttp.add, tab, newUserBody()),
      api.call(userChangesHttp.edit, tab, { userId: user.id, updates: { name: 'Changed' } }),
      api.call(userChangesHttp.block, tab, { userId: user.id, blocked: true }),
      api.call(userChangesHttp.remove, tab, { id: user.id }),
      api.call(userKeysHttp.updateKey, tab, { user_id: user.id }),
      api.call(userKeysHttp.impersonate, tab, { user_id: user.id }),
    ]);
    for (const { status, body: said } of [...own, ...administration]) {
      const error = 'This is not possible while you work as somebody else.';
      expect({ status, said }).toMatchObject({ status: 403, said: { code: 'forbidden', error } });
    }
    expect((await api.call(authHttp.signOut, { key })).status).toBe(204);
    expect(await keyStatus(api, key)).toBe(401);
  });

  it('is written to the audit log with the administrator', async () => {
    const target = await createAdmin(api);
    const { user_key: key } = await opened(root, target);
    const { device_id } = await createDevice(api);
    await api.call(devicesAdminHttp.edit, { key }, { device_id, note: 'Hall' });
    expect(await findAudit(api.db, 'device.edit', device_id)).toMatchObject([
      { user_id: root.id, acting_as: target.id },
    ]);
  });

  it('writes the audit rows of the user with the administrator, and those of refused commands too', async () => {
    const account = await createUser(api);
    const { serial } = await createDevice(api, { user_id: account.id });
    await sql`
      insert into voices (voice_name, display_name, language, languagefull, language_codes, voice_type, gender, provider)
      values ('xx-Story', 'Story', 'xx', 'Story', '{xx}', 'standard', 'MALE', 'espeak')`.execute(api.db);
    const voice = { voice_name: 'xx-Story' };
    const everything = (key: string) =>
      Promise.all([
        api.call(usersHttp.update, { key }, { city: 'Riga' }),
        api.call(configurationHttp.save, { key }, { serial }),
        api.call(commandsHttp.send, { key }, { serial, command: 'reboot', params: {} }),
        api.call(commandsHttp.sendAndWait, { key }, { serial, command: 'reboot', params: {} }),
        api.call(voiceFavoritesHttp.add, { key }, { ...voice }),
      ]).then(() => api.call(voiceFavoritesHttp.remove, { key }, { ...voice }));
    const rows = () =>
      sql<{ action: string; user_id: number }>`
        select action, user_id from audit_log where acting_as = ${account.id} or user_id = ${account.id} order by action`
        .execute(api.db)
        .then((found) => found.rows);
    await everything(account.key);
    const own = ['device.configure', 'user.update-profile', 'voice.favorite', 'voice.unfavorite'];
    expect(await rows()).toEqual(own.map((action) => ({ action, user_id: account.id })));
    await everything((await opened(admin, account)).user_key);
    const left = [
      'command.send',
      'command.send',
      'device.configure',
      'user.update-profile',
      'voice.favorite',
      'voice.unfavorite',
    ];
    expect((await rows()).filter(({ user_id }) => user_id === admin.id)).toEqual(
      left.map((action) => ({ action, user_id: admin.id })),
    );
  });

  it.each([
    [
      'the user gets another role',
      (account: TestUser) => api.call(userChangesHttp.edit, root, { userId: account.id, updates: { role: 'admin' } }),
    ],
    ['the user gets a new key', (account: TestUser) => api.call(userKeysHttp.updateKey, root, { user_id: account.id })],
    [
      'the user is blocked',
      (account: TestUser) => api.call(userChangesHttp.block, root, { userId: account.id, blocked: true }),
    ],
    ['the user is deleted', (account: TestUser) => api.call(userChangesHttp.remove, root, { id: account.id })],
    [
      'the administrator gets another role',
      (_p: TestUser, by: TestUser) => api.call(userChangesHttp.edit, root, { userId: by.id, role: 'user' }),
    ],
    [
      'the administrator gets a new key',
      (_p: TestUser, by: TestUser) => api.call(userKeysHttp.updateKey, root, { user_id: by.id }),
    ],
    [
      'the administrator is blocked',
      (_p: TestUser, by: TestUser) => api.call(userChangesHttp.block, root, { userId: by.id, blocked: true }),
    ],
    [
      'the administrator is deleted',
      (_p: TestUser, by: TestUser) => api.call(userChangesHttp.remove, root, { id: by.id }),
    ],
  ])('ends when %s', async (_when, act) => {
    const [account, by] = [await createUser(api), await createAdmin(api)];
    const { user_key } = await opened(by, account);
    expect(await keyStatus(api, user_key)).toBe(200);
    expect((await act(account, by)).status).toBe(200);
    expect(await keyStatus(api, user_key)).toBe(401);
    const cut = api.broker.disconnected.flatMap(({ kind, ids }) => (kind === 'console' ? ids : []));
    expect(cut).toContain(String(account.id));
  });

  it('is not possible for blocked or suspended users', async () => {
    for (const state of [{ blocked: true }, { active: false }]) {
      const { id } = await createUser(api, state);
      expect(await api.call(userKeysHttp.impersonate, admin, { user_id: id })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    }
  });
});
