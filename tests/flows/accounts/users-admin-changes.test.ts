import type { Impersonation, UpdatedKey, User } from '@belfry/schemas/http/users-admin';
import type { Profile } from '@belfry/schemas/http/auth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_SECRET, startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';

let api: TestApi;
let user: TestUser;
let admin: TestUser;
let root: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [user, admin, root] = [await createUser(api), await createAdmin(api), await createUser(api, { role: 'root' })];
});
afterAll(() => api.stop());

type Body = { user: User; code?: string; error?: string };
const add = (caller: TestUser | undefined, body: object) =>
  api.post<Body>('/api/admin/user/add', { key: caller?.key, body });
const edit = (caller: TestUser | undefined, body: object) =>
  api.put<Body>('/api/admin/user/edit', { key: caller?.key, body });
const block = (caller: TestUser | undefined, body: object) =>
  api.post<Body>('/api/admin/user/block', { key: caller?.key, body });
const remove = (caller: TestUser | undefined, id: number | string) =>
  api.delete<Body>(`/api/admin/user/${id}`, { key: caller?.key });
const updateKey = (caller: TestUser | undefined, body: object) =>
  api.post<UpdatedKey & { code?: string }>('/api/admin/user/update_key', { key: caller?.key, body });
const open = (caller: TestUser | undefined, body: object) =>
  api.post<Impersonation & { code?: string }>('/api/admin/user/impersonate', { key: caller?.key, body });
const works = async (key: string) => (await api.get('/api/users/info', { key })).status;
const signIn = (email: string, password = PASSWORD) => api.post('/api/auth/login', { body: { email, password } });
const acts = async (action: string, id: number) =>
  sql<{ user_id: number; acting_as: number | null; details: Record<string, unknown> | null }>`
    select user_id, acting_as, details from audit_log where action = ${action} and object_id = ${String(id)}`
    .execute(api.db)
    .then(({ rows }) => rows);
/** What another instance of the api does: this one hears nothing of it, and still knows who calls. */
const elsewhere = async ({ key }: TestUser, act: () => Promise<unknown>) => {
  expect(await works(key)).toBe(200);
  await act();
};
/** What was said to one person since the last look. */
const told = (id: number) => JSON.stringify(api.broker.published.filter(({ topic }) => topic === `users/${id}/events`));

let made = 0;
const stranger = (overrides: object = {}) => {
  made += 1;
  const phone = `+4915112${String(10_000 + made)}`;
  return {
    email: `added-${made}@belfry.test`,
    pass: 'Secret-1',
    phone,
    name: `Added ${made}`,
    role: 'user',
    ...overrides,
  };
};

describe('who may', () => {
  const every = (caller: TestUser | undefined, id: number) =>
    Promise.all([
      add(caller, stranger()),
      edit(caller, { userId: id, updates: { name: 'Changed' } }),
      block(caller, { userId: id, blocked: true }),
      remove(caller, id),
      updateKey(caller, { user_id: id }),
      open(caller, { user_id: id }),
    ]).then((answers) => answers.map(({ status }) => status));

  it('nobody without a key, and no user, not even with an administrator’s key in the body', async () => {
    expect(await every(undefined, user.id)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await every(user, admin.id)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await edit(user, { userId: user.id, admin_user_key: root.key, role: 'root' })).status).toBe(403);
    expect((await api.delete('/api/admin/users', { key: user.key })).status).toBe(403);
    expect((await api.delete('/api/admin/users', { key: admin.key })).status).toBe(403);
    expect((await api.delete('/api/admin/users')).status).toBe(401);
  });

  it('for an admin a root account is not there, whatever they try', async () => {
    const [, ...others] = await every(admin, root.id);
    expect(others).toEqual([404, 404, 404, 404, 404]);
    expect(await works(root.key)).toBe(200);
  });

  it('only root makes somebody root', async () => {
    const refused = { status: 403, body: { code: 'forbidden', error: 'Only root can make somebody root.' } };
    expect(await add(admin, stranger({ role: 'root' }))).toMatchObject(refused);
    expect(await edit(admin, { userId: user.id, updates: { role: 'root' } })).toMatchObject(refused);
    expect(await edit(admin, { userId: admin.id, updates: { role: 'root' } })).toMatchObject(refused);
    expect((await add(root, stranger({ role: 'root' }))).status).toBe(201);
  });

  it('nobody shuts themselves out', async () => {
    for (const caller of [admin, root]) {
      const forbidden = { status: 403, body: { code: 'forbidden' } };
      expect(await edit(caller, { userId: caller.id, updates: { role: 'user' } })).toMatchObject(forbidden);
      expect(await block(caller, { userId: caller.id, blocked: true })).toMatchObject(forbidden);
      expect(await remove(caller, caller.id)).toMatchObject(forbidden);
      expect(await open(caller, { user_id: caller.id })).toMatchObject(forbidden);
      expect((await edit(caller, { userId: caller.id, updates: { name: 'Still here' } })).status).toBe(200);
      expect(await works(caller.key)).toBe(200);
    }
  });

  it('two roots who demote, block or delete each other at once do not both succeed', async () => {
    const tries: ((caller: TestUser, other: TestUser) => Promise<{ status: number }>)[] = [
      (caller, other) => edit(caller, { userId: other.id, updates: { role: 'user' } }),
      (caller, other) => block(caller, { userId: other.id, blocked: true }),
      (caller, other) => remove(caller, other.id),
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

describe('adding', () => {
  it('makes somebody who can sign in at once', async () => {
    const person = stranger();
    const answer = await add(admin, { ...person, admin_user_key: admin.key });
    expect(answer).toMatchObject({ status: 201, body: { success: true } });
    const { email, name, phone, role } = person;
    expect(answer.body.user).toMatchObject({ email, name, phone, role, email_confirm: true, phone_confirm: false });
    expect((await signIn(person.email)).status).toBe(200);
    const [entry] = await acts('user.add', answer.body.user.id);
    expect(entry).toMatchObject({ user_id: admin.id, acting_as: null, details: { email, role } });
    expect(JSON.stringify(entry)).not.toContain(person.pass);
    await expect.poll(() => told(admin.id)).toContain('users_changed');
  });

  it('needs no phone', async () => {
    for (const phone of [null, '', undefined]) {
      const answer = await add(admin, stranger({ phone }));
      expect(answer).toMatchObject({ status: 201, body: { user: { phone: null } } });
    }
  });

  it('takes no mail or phone twice, in whatever spelling', async () => {
    const first = stranger();
    await add(admin, first);
    for (const twice of [{ email: first.email.toUpperCase() }, { phone: first.phone.replace('+49', '+49 ') }]) {
      expect(await add(admin, stranger(twice))).toMatchObject({ status: 409, body: { code: 'user_exists' } });
    }
    const same = stranger();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => add(root, same)));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('keeps the rules of every account, and takes nothing that was not asked for', async () => {
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
      expect({ wrong, ...(await add(admin, stranger(wrong))) }).toMatchObject({ wrong, status: 400 });
    }
    const name = "Robert'); drop table users; --";
    expect(await add(admin, stranger({ name }))).toMatchObject({ status: 201, body: { user: { name } } });
  });
});

describe('editing', () => {
  it('changes what is given, nested or beside the id, and nothing else', async () => {
    const person = await createUser(api, { phone: '+4915799001' });
    const before = (await edit(admin, { userId: person.id, updates: {} })).body.user;
    const changes = { name: 'Renamed', phone: null, phone_confirm: true, email_confirm: false, role: 'admin' };
    const after = await edit(admin, { userId: String(person.id), updates: changes });
    expect(after).toMatchObject({ status: 200, body: { user: { ...before, ...changes } } });
    const flat = await edit(admin, { user_id: person.id, name: 'Flat', admin_user_key: admin.key });
    expect(flat.body.user).toEqual({ ...before, ...changes, name: 'Flat' });
    expect(await acts('user.edit', person.id)).toHaveLength(3);
    await expect.poll(() => told(person.id)).toContain('user_changed');
  });

  it('has the rules of adding', async () => {
    const [person, other] = [await createUser(api), await createUser(api, { phone: '+4915799002' })];
    for (const updates of [{ email: other.email.toUpperCase() }, { phone: '+4915799002' }]) {
      expect(await edit(admin, { userId: person.id, updates })).toMatchObject({
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
      expect((await edit(admin, { userId: person.id, updates })).status).toBe(400);
      expect((await edit(admin, { userId: person.id, ...updates })).status).toBe(400);
    }
    expect((await edit(admin, { userId: 999_999, updates: { name: 'Nobody' } })).status).toBe(404);
    expect((await edit(admin, { updates: { name: 'Nobody' } })).status).toBe(400);
  });

  it('tells an admin that people have changed, and of no root who', async () => {
    const other = await createUser(api, { role: 'root' });
    const before = api.broker.published.length;
    await edit(root, { userId: other.id, updates: { name: 'Unseen' } });
    const said = () =>
      api.broker.published
        .slice(before)
        .filter(({ topic }) => topic === `users/${admin.id}/events`)
        .map(({ payload }) => payload);
    await expect.poll(said).toMatchObject([{ type: 'users_changed', ids: [] }]);
  });

  it('kills the codes and links that went to another address', async () => {
    const person = await createUser(api, { email_confirm: false });
    await api.post('/api/auth/resend/email', { body: { email: person.email } });
    await api.post('/api/users/forgot-password', { body: { email: person.email } });
    const left = async () => {
      const [codes, tokens] = await Promise.all([
        api.db.selectFrom('confirmation_codes').select('purpose').where('user_id', '=', person.id).execute(),
        api.db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', person.id).execute(),
      ]);
      return codes.length + tokens.length;
    };
    await edit(admin, { userId: person.id, updates: { name: 'Same address', email: person.email } });
    expect(await left()).toBe(2);
    await edit(admin, { userId: person.id, updates: { email: `moved-${person.email}` } });
    expect(await left()).toBe(0);
  });

  it('of a role is in force at once, and closes the console so that its rights are read anew', async () => {
    const person = await createUser(api);
    expect((await api.get('/api/admin/outbox', { key: person.key })).status).toBe(403);
    await edit(admin, { userId: person.id, updates: { role: 'admin' } });
    expect((await api.get('/api/admin/outbox', { key: person.key })).status).toBe(200);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(person.id)] });
    await edit(admin, { userId: person.id, updates: { role: 'user' } });
    expect((await api.get('/api/admin/outbox', { key: person.key })).status).toBe(403);
  });
});

describe('blocking', () => {
  it('shuts out at once, and unblocking lets in again', async () => {
    const person = await createUser(api);
    const answer = await block(admin, { userId: person.id, blocked: true });
    expect(answer).toMatchObject({ status: 200, body: { user: { blocked: true, active: true } } });
    expect(await works(person.key)).toBe(403);
    expect((await signIn(person.email)).status).toBe(403);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(person.id)] });
    await block(admin, { user_id: String(person.id), blocked: false });
    expect(await works(person.key)).toBe(200);
    expect([await acts('user.block', person.id), await acts('user.unblock', person.id)]).toMatchObject([
      [{ user_id: admin.id }],
      [{ user_id: admin.id }],
    ]);
    for (const blocked of ['true', 1, null, undefined]) {
      expect((await block(admin, { userId: person.id, blocked })).status).toBe(400);
    }
  });

  it('lets nobody back to the broker, whatever an instance of the api still remembers', async () => {
    const person = await createUser(api);
    const connect = () =>
      api.post('/internal/broker/authenticate', {
        key: SERVICE_SECRET,
        body: { clientid: 'x', username: String(person.id), password: person.key },
      });
    expect((await connect()).body).toMatchObject({ result: 'allow' });
    const shutOut = () => api.db.updateTable('users').set({ blocked: true }).where('id', '=', person.id).execute();
    await elsewhere(person, shutOut);
    expect((await connect()).body).toEqual({ result: 'deny' });
  });
});

describe('a new key', () => {
  it('takes the place of every other, and only it opens', async () => {
    const person = await createUser(api);
    const second = String((await signIn(person.email)).body['user_key']);
    const answer = await updateKey(admin, { user_id: person.id, admin_user_key: admin.key });
    expect(answer.status).toBe(200);
    expect(await Promise.all([person.key, second, answer.body.user_key].map(works))).toEqual([401, 401, 200]);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(person.id)] });
    const [entry] = await acts('user.update-key', person.id);
    expect(entry).toMatchObject({ user_id: admin.id });
    expect(JSON.stringify(entry)).not.toContain(answer.body.user_key);
    expect(await updateKey(admin, { user_id: 999_999 })).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    });
  });
});

describe('a key that was taken back', () => {
  it('changes nobody, whatever an instance of the api still remembers', async () => {
    const [person, by] = [await createUser(api), await createAdmin(api)];
    const revoke = () =>
      sql`update user_keys set revoked_at = now() where user_id = ${by.id} and revoked_at is null`.execute(api.db);
    await elsewhere(by, revoke);
    expect(await updateKey(by, { user_id: person.id })).toMatchObject({ status: 401 });
    expect(await works(person.key)).toBe(200);
  });

  it('rises with nobody: one that an administrator was shown ends with the role it was for', async () => {
    const person = await createUser(api);
    const shown = (await updateKey(admin, { user_id: person.id })).body.user_key;
    const own = String((await signIn(person.email)).body['user_key']);
    await edit(root, { userId: person.id, updates: { name: 'Same role', role: 'user' } });
    expect(await works(shown)).toBe(200);
    await edit(root, { userId: person.id, updates: { role: 'root' } });
    expect(await Promise.all([shown, own].map(works))).toEqual([401, 200]);
  });
});

describe('opening the console as somebody', () => {
  const opened = async (caller: TestUser, target: TestUser) => (await open(caller, { user_id: target.id })).body;

  it('gives a key that lasts an hour, used or not, and says whose it is', async () => {
    const person = await createUser(api);
    const { user_key, ...rest } = await opened(admin, person);
    expect(rest).toMatchObject({ user_id: person.id, role: 'user' });
    const lasts = Date.parse(rest.expires_at) - Date.now();
    expect(lasts).toBeGreaterThan(59 * 60_000);
    expect(lasts).toBeLessThanOrEqual(60 * 60_000 + 1_000);
    await sql`update user_keys set last_used_at = now() - interval '10 minutes' where made_by = ${admin.id}`.execute(
      api.db,
    );
    const { body } = await api.get<Profile>('/api/users/info', { key: user_key });
    expect(body).toMatchObject({ id: person.id, opened_by: { id: admin.id, until: rest.expires_at } });
    expect((await api.get<Profile>('/api/users/info', { key: user_key })).body.opened_by?.until).toBe(rest.expires_at);
    expect((await api.get<Profile>('/api/users/info', { key: person.key })).body.opened_by).toBeNull();
    await sql`update user_keys set expires_at = now() where made_by = ${admin.id}`.execute(api.db);
    expect(await works(user_key)).toBe(200);
    const [entry] = await acts('user.impersonate', person.id);
    expect(entry).toMatchObject({ user_id: admin.id, acting_as: null });
    expect(JSON.stringify(entry)).not.toContain(user_key);
  });

  it('is no sign-in of the person: neither their last one, nor among their sessions or keys', async () => {
    const person = await createUser(api);
    const shown = async () =>
      (await api.post<User>('/api/admin/user/info', { key: admin.key, body: { user_id: person.id } })).body;
    const before = await shown();
    await opened(admin, person);
    expect(await shown()).toEqual(before);
    expect((await api.get<unknown[]>('/api/auth/sessions', { key: person.key })).body).toHaveLength(1);
  });

  it('opens what the person may, and never more', async () => {
    const { user_key: key } = await opened(root, user);
    expect((await api.post('/api/admin/users', { key })).status).toBe(403);
    expect((await api.get('/api/devices/all', { key })).status).toBe(403);
    const asAdmin = await opened(root, admin);
    expect((await api.post('/api/admin/users', { key: asAdmin.user_key })).status).toBe(200);
  });

  it('leaves the person themselves alone: password, second factor, sessions, and administration', async () => {
    const { user_key: key } = await opened(root, await createAdmin(api));
    const body = { password: PASSWORD };
    const own = await Promise.all([
      api.put('/api/auth/change/password', { key, body: { currentPassword: PASSWORD, newPassword: 'Secret-2' } }),
      api.post('/api/auth/two-factor/enrol', { key, body }),
      api.post('/api/auth/two-factor/confirm', { key, body: { code: '123456' } }),
      api.post('/api/auth/two-factor/recovery-codes', { key, body }),
      api.post('/api/auth/two-factor/disable', { key, body: { ...body, code: '123456' } }),
      api.get('/api/auth/sessions', { key }),
      api.delete('/api/auth/sessions', { key }),
      api.delete('/api/auth/sessions/1', { key }),
    ]);
    const tab = { ...user, key };
    const administration = await Promise.all([
      add(tab, stranger()),
      edit(tab, { userId: user.id, updates: { name: 'Changed' } }),
      block(tab, { userId: user.id, blocked: true }),
      remove(tab, user.id),
      updateKey(tab, { user_id: user.id }),
      open(tab, { user_id: user.id }),
    ]);
    for (const { status, body: said } of [...own, ...administration]) {
      const error = 'This is not possible while you work as somebody else.';
      expect({ status, ...said }).toMatchObject({ status: 403, code: 'forbidden', error });
    }
    expect((await api.delete('/api/auth/session', { key })).status).toBe(204);
    expect(await works(key)).toBe(401);
  });

  it('is written down under the name of who did it', async () => {
    const target = await createAdmin(api);
    const { user_key: key } = await opened(root, target);
    const { device_id } = await createDevice(api);
    await api.put(`/api/devices/edit/${device_id}`, { key, body: { note: 'Hall' } });
    expect(await acts('device.edit', device_id)).toMatchObject([{ user_id: root.id, acting_as: target.id }]);
  });

  it('leaves a row also of what leaves none when the person does it', async () => {
    const person = await createUser(api);
    const { serial } = await createDevice(api, { user_id: person.id });
    await sql`
      insert into voices (voice_name, display_name, language, languagefull, language_codes, voice_type, gender, provider)
      values ('xx-Story', 'Story', 'xx', 'Story', '{xx}', 'standard', 'MALE', 'espeak')`.execute(api.db);
    const voice = { voice_name: 'xx-Story' };
    const everything = (key: string) =>
      Promise.all([
        api.put('/api/users/update', { key, body: { city: 'Riga' } }),
        api.post(`/api/rpi/devices/config/${serial}`, { key, body: {} }),
        api.post(`/api/rpi/devices/send/command/${serial}`, { key, body: { command: 'reboot', params: {} } }),
        api.post(`/api/rpi/devices/send/commands/${serial}`, { key, body: { command: 'reboot', params: {} } }),
        api.post('/api/voices/voice/favorite', { key, body: voice }),
      ]).then(() => api.delete('/api/voices/voice/favorite', { key, body: voice }));
    const rows = () =>
      sql<{ action: string; user_id: number }>`
        select action, user_id from audit_log where acting_as = ${person.id} or user_id = ${person.id} order by action`
        .execute(api.db)
        .then((found) => found.rows);
    await everything(person.key);
    expect(await rows()).toEqual([]);
    await everything((await opened(admin, person)).user_key);
    const left = [
      'command.send',
      'command.send',
      'device.configure',
      'user.update-profile',
      'voice.favorite',
      'voice.unfavorite',
    ];
    expect(await rows()).toEqual(left.map((action) => ({ action, user_id: admin.id })));
  });

  it.each([
    [
      'the person gets another role',
      (person: TestUser) => edit(root, { userId: person.id, updates: { role: 'admin' } }),
    ],
    ['the person gets a new key', (person: TestUser) => updateKey(root, { user_id: person.id })],
    ['the person is blocked', (person: TestUser) => block(root, { userId: person.id, blocked: true })],
    ['the person is deleted', (person: TestUser) => remove(root, person.id)],
    [
      'the administrator gets another role',
      (_p: TestUser, by: TestUser) => edit(root, { userId: by.id, role: 'user' }),
    ],
    ['the administrator gets a new key', (_p: TestUser, by: TestUser) => updateKey(root, { user_id: by.id })],
    ['the administrator is blocked', (_p: TestUser, by: TestUser) => block(root, { userId: by.id, blocked: true })],
    ['the administrator is deleted', (_p: TestUser, by: TestUser) => remove(root, by.id)],
  ])('ends when %s', async (_when, act) => {
    const [person, by] = [await createUser(api), await createAdmin(api)];
    const { user_key } = await opened(by, person);
    expect(await works(user_key)).toBe(200);
    expect((await act(person, by)).status).toBe(200);
    expect(await works(user_key)).not.toBe(200);
    const cut = api.broker.disconnected.flatMap(({ kind, ids }) => (kind === 'console' ? ids : []));
    expect(cut).toContain(String(person.id));
  });

  it('is not for the blocked or suspended', async () => {
    for (const state of [{ blocked: true }, { active: false }]) {
      const { id } = await createUser(api, state);
      expect(await open(admin, { user_id: id })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
  });
});

describe('deleting', () => {
  it('takes what is only theirs, and leaves their devices to be anybody’s', async () => {
    const person = await createUser(api, { phone: '+4915799009' });
    const { device_id } = await createDevice(api, { user_id: person.id });
    const added = await api.post<{ company_id: number }>('/api/company/main/add', {
      key: person.key,
      body: { name: 'Shop' },
    });
    expect(added.status).toBeLessThan(300);
    const floor = { name: 'Floor', type: 'Element', parent_company_id: added.body.company_id };
    expect((await api.post('/api/company/add', { key: person.key, body: floor })).status).toBeLessThan(300);
    const count = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from companies where user_id = ${person.id}`.execute(api.db);
      return rows[0]?.n;
    };
    expect(await count()).toBe(2);
    const listed = await api.post<User[]>(`/api/admin/users?q=${person.email}`, { key: admin.key });
    expect(listed.body).toMatchObject([{ id: person.id, companies: 1 }]);
    expect((await api.get<Profile>('/api/users/info', { key: person.key })).body.companies).toMatchObject([
      { name: 'Shop' },
    ]);
    expect(await remove(admin, person.id)).toMatchObject({ status: 200, body: { success: true } });
    expect(await works(person.key)).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    expect(await count()).toBe(0);
    const device = await api.db.selectFrom('devices').selectAll().where('device_id', '=', device_id).executeTakeFirst();
    expect(device).toMatchObject({ user_id: null, company_id: null });
    expect(await acts('user.delete', person.id)).toMatchObject([
      { user_id: admin.id, details: { email: person.email } },
    ]);
    expect((await remove(admin, person.id)).status).toBe(404);
    const again = await add(admin, stranger({ email: person.email, phone: '+4915799009' }));
    expect(again.status).toBe(201);
    for (const id of ['0', '-1', 'x', '1 or 1=1', '2147483648']) expect((await remove(admin, id)).status).toBe(400);
  });

  it('of all spares the root who says so', async () => {
    const gone = await createUser(api);
    await createDevice(api, { user_id: gone.id });
    await sql`
      insert into users (name, email, password_hash, role)
      select 'Member ' || n, 'member-' || n || '@crowd.test', 'none', 'user' from generate_series(1, 2000) n`.execute(
      api.db,
    );
    const other = await createUser(api, { role: 'root' });
    expect((await open(other, { user_id: root.id })).status).toBe(200);
    const answer = await api.delete('/api/admin/users', { key: root.key });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(Number(answer.body['deleted'])).toBeGreaterThan(2_003);
    expect(await api.db.selectFrom('users').select('id').execute()).toEqual([{ id: root.id }]);
    expect([await works(gone.key), await works(admin.key), await works(root.key)]).toEqual([401, 401, 200]);
    const cut = api.broker.disconnected.at(-1)?.ids;
    expect(cut).toContain(String(gone.id));
    // One of the others had the caller's console open.
    expect(cut).toContain(String(root.id));
    const again = await api.delete('/api/admin/users', { key: root.key });
    expect(again).toMatchObject({ status: 200, body: { deleted: 0 } });
  });
});
