import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { scimHttp, SCIM_JSON } from '@belfry/schemas/http/single-sign-on/scim';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { findAudit } from '../../support/audit.ts';
import { createDirectory, type TestDirectory } from '../../support/directory.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { mailTo } from '../../support/outbox.ts';
import { makeMember } from '../../support/teams.ts';
import { success } from '../../support/http-client.ts';
import { createOrganisation, signInWithPassword, SIGN_ON_SETTINGS } from '../../support/single-sign-on.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
});

let directory: TestDirectory;
beforeEach(async () => {
  directory = await createDirectory(api);
});

describe('the token of the directory', () => {
  it('is needed, replaced by another one, and ended', async () => {
    expect((await api.call(scimHttp.users, null)).status).toBe(401);
    expect((await api.call(scimHttp.users, directory.owner)).status).toBe(401);
    expect((await api.call(scimHttp.users, directory.caller)).status).toBe(200);
    const { provider_id } = directory;
    await api.call(providersHttp.makeScimToken, directory.owner, { provider_id });
    expect((await api.call(scimHttp.users, directory.caller)).status).toBe(401);
    const stored = await api.db.selectFrom('identity_providers').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(directory.caller.key);
  });

  it('opens nothing else, and no other directory', async () => {
    expect((await api.call(usersHttp.profile, directory.caller)).status).toBe(401);
    const { id } = await directory.addPerson();
    const other = await createOrganisation(api, 'https://login.example.com');
    const { provider_id } = other;
    const { token } = await success(api.call(providersHttp.makeScimToken, other.owner, { provider_id }));
    expect((await api.call(scimHttp.user, { key: token }, { id })).status).toBe(404);
    expect((await api.call(scimHttp.patchUser, { key: token }, { id, Operations: [DEACTIVATE] })).status).toBe(404);
    expect((await api.call(scimHttp.removeUser, { key: token }, { id })).status).toBe(404);
  });
});

const DEACTIVATE = { op: 'replace', value: { active: false } };

/** The account of a person of the directory, who has set a password and signed in with it. */
async function withPassword(email: string): Promise<TestUser> {
  const other = await createUser(api);
  const { password_hash } = await api.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow();
  const { id } = await api.db
    .updateTable('users')
    .set({ password_hash })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = { ...other, id, email };
  const { body } = await signInWithPassword(api, user);
  return { ...user, key: body.user_key ?? '' };
}

describe('somebody whose account was there before', () => {
  const known = async () => {
    const email = `before@${directory.domain}`;
    const user = await createUser(api, { email });
    const { id } = await directory.addPerson({ userName: email, emails: [{ value: email }] });
    await directory.addGroup('staff', [id]);
    return { user, id };
  };

  it('gets a mail instead of memberships, and those with a sign-in at the provider', async () => {
    const { user, id } = await known();
    expect(await directory.membershipsOf(user.id)).toEqual([]);
    expect((await mailTo(api, user.email)).text).toContain('/login');
    await api.db
      .insertInto('user_identities')
      .values({ provider_id: directory.provider_id, issuer: 'i', subject: 's', user_id: user.id, claim_values: [] })
      .execute();
    await directory.patch(id, [{ op: 'replace', path: 'displayName', value: 'Another' }]);
    expect(await directory.membershipsOf(user.id)).toHaveLength(1);
  });

  it('keeps the account when the directory says that they have left, and is told', async () => {
    const { user, id } = await known();
    await makeMember(api, directory.owner, { company_id: directory.node.company_id }, { user, role: 'viewer' });
    await directory.patch(id, [{ op: 'replace', path: 'displayName', value: 'Another' }]);
    expect(await directory.membershipsOf(user.id)).toHaveLength(2);
    expect((await directory.patch(id, [DEACTIVATE])).body).toMatchObject({ active: false });
    expect((await api.call(usersHttp.profile, user)).status).toBe(200);
    expect((await signInWithPassword(api, user)).status).toBe(200);
    expect(await directory.membershipsOf(user.id)).toHaveLength(1);
    await mailTo(api, user.email, 3);
    expect((await api.call(scimHttp.removeUser, directory.caller, { id })).status).toBe(204);
    expect((await directory.accountOf(user.email))?.active).toBe(true);
  });
});

describe('a person of the directory', () => {
  it('gets an account, and is found by user name, external id and address', async () => {
    const { id, email, external_id, user_id } = await directory.addPerson({ userName: 'Mixed.Case' });
    for (const filter of [
      'userName eq "mixed.case"',
      `externalId eq "${external_id}"`,
      `emails.value eq "${email}"`,
      `emails[type eq "work"].value eq "${email}"`,
      `id eq "${id}"`,
    ]) {
      const { body } = await api.call(scimHttp.users, directory.caller, { filter });
      expect(body.Resources?.map((found) => found.id)).toEqual([String(id)]);
      expect(body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    }
    expect((await api.call(scimHttp.users, directory.caller, { filter: 'userName sw "m"' })).status).toBe(400);
    expect((await findAudit(api.db, 'directory.add-person', id))[0]?.details).toMatchObject({ user_id });
  });

  it('is listed in pages, whose bounds are moved where they are out of range', async () => {
    for (let n = 0; n < 3; n += 1) await directory.addPerson();
    const { body } = await api.call(scimHttp.users, directory.caller, { startIndex: 2, count: 1 });
    expect(body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect((await api.call(scimHttp.users, directory.caller, { startIndex: -5, count: 0 })).body).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    expect((await api.call(scimHttp.users, directory.caller, { count: 1_000_000 })).body.itemsPerPage).toBe(3);
  });

  it('is linked with the account that has the address', async () => {
    const email = `before@${directory.domain}`;
    const user = await createUser(api, { email, name: 'Chosen by me' });
    const { user_id } = await directory.addPerson({ userName: email, emails: [{ value: email }] });
    expect(user_id).toBe(user.id);
    expect((await directory.accountOf(email))?.name).toBe('Chosen by me');
  });

  it.each<[string, () => Promise<Record<string, unknown>>, number]>([
    [
      'of another domain',
      async () => directory.newPerson({ userName: 'a@b.test', emails: [{ value: 'a@b.test' }] }),
      403,
    ],
    ['without a user name', async () => directory.newPerson({ userName: undefined }), 400],
    ['without an address', async () => directory.newPerson({ userName: 'plain', emails: [] }), 400],
    [
      'that is there already',
      async () => directory.newPerson({ emails: [{ value: (await directory.addPerson()).email }] }),
      409,
    ],
    [
      'with a user name that is taken',
      async () => directory.newPerson({ userName: (await directory.addPerson()).email }),
      409,
    ],
    [
      'who is an administrator',
      async () => {
        const { email } = await createAdmin(api, { email: `admin@${directory.domain}` });
        return directory.newPerson({ emails: [{ value: email }] });
      },
      409,
    ],
    ['with an activity that is none', async () => directory.newPerson({ active: 'perhaps' }), 400],
  ])('%s is refused, and nothing of it is stored', async (_name, make, status) => {
    const sent = await make();
    const before = await api.db.selectFrom('directory_people').selectAll().execute();
    const { status: answered, body } = await api.call(scimHttp.addUser, directory.caller, sent);
    expect(answered).toBe(status);
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) });
    expect(await api.db.selectFrom('directory_people').selectAll().execute()).toEqual(before);
  });

  it('is sent as scim+json as well', async () => {
    const body = JSON.stringify(directory.newPerson());
    const headers = { 'content-type': SCIM_JSON };
    expect((await api.call(scimHttp.addUser, directory.caller, {}, { body, headers })).status).toBe(201);
  });

  it.each([
    ['Okta', [{ op: 'replace', value: { active: false } }], [{ op: 'replace', value: { active: true } }]],
    [
      'Entra ID',
      [{ op: 'Replace', path: 'active', value: 'False' }],
      [{ op: 'Replace', path: 'active', value: 'True' }],
    ],
    [
      'the full path',
      [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }],
      [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: true }],
    ],
  ])('who leaves is out at once, and comes back: %s', async (_name, leave, comeBack) => {
    const { id, user_id, email } = await directory.addPerson();
    const user = await withPassword(email);
    await directory.addGroup(`staff`, [id]);
    expect(await directory.membershipsOf(user_id)).toHaveLength(1);
    expect((await api.call(usersHttp.profile, user)).status).toBe(200);
    api.broker.disconnected.length = 0;
    expect((await directory.patch(id, leave)).body).toMatchObject({ active: false });
    expect((await api.call(usersHttp.profile, user)).status).toBe(401);
    expect((await signInWithPassword(api, user)).status).toBe(403);
    expect(await directory.membershipsOf(user_id)).toEqual([]);
    expect(api.broker.disconnected.flatMap(({ ids }) => ids)).toContain(String(user_id));
    expect((await directory.patch(id, comeBack)).body).toMatchObject({ active: true });
    expect((await signInWithPassword(api, user)).status).toBe(200);
    expect(await directory.membershipsOf(user_id)).toHaveLength(1);
  });

  it('who is removed is out, and has the same account when added again', async () => {
    const { id, email, user_id } = await directory.addPerson();
    await directory.addGroup('staff', [id]);
    expect((await api.call(scimHttp.removeUser, directory.caller, { id })).status).toBe(204);
    expect((await api.call(scimHttp.user, directory.caller, { id })).status).toBe(404);
    expect((await directory.accountOf(email))?.active).toBe(false);
    expect(await directory.membershipsOf(user_id)).toEqual([]);
    const again = await directory.addPerson({ userName: email, emails: [{ value: email }] });
    expect(again.user_id).toBe(user_id);
    expect((await directory.accountOf(email))?.active).toBe(true);
  });

  it('whom an administrator has suspended stays so', async () => {
    const { id, email, user_id } = await directory.addPerson();
    await api.db.updateTable('users').set({ active: false }).where('id', '=', user_id).execute();
    await directory.patch(id, [{ op: 'replace', path: 'active', value: false }]);
    await directory.patch(id, [{ op: 'replace', path: 'active', value: true }]);
    expect((await directory.accountOf(email))?.active).toBe(false);
  });

  it('is renamed and moved to another address by every spelling', async () => {
    const { id, email } = await directory.addPerson();
    const moved = `moved-${id}@${directory.domain}`;
    const { status } = await directory.patch(id, [
      { op: 'Replace', path: 'displayName', value: 'New Name' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: moved },
      { op: 'Add', path: 'name.givenName', value: 'New' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
      { op: 'Add', path: 'title', value: 'ignored' },
    ]);
    expect(status).toBe(200);
    expect(await directory.accountOf(email)).toBeUndefined();
    expect(await directory.accountOf(moved)).toMatchObject({ name: 'New Name' });
    const replaced = {
      ...directory.newPerson({ userName: moved, displayName: 'Put Name', emails: [{ value: moved }] }),
      id,
    };
    expect((await api.call(scimHttp.replaceUser, directory.caller, replaced)).body).toMatchObject({
      displayName: 'Put Name',
    });
    const { status: refused } = await directory.patch(id, [
      { op: 'replace', path: 'emails', value: [{ value: 'a@foreign.test' }] },
    ]);
    expect(refused).toBe(400);
    expect(await directory.accountOf(moved)).toBeDefined();
  });

  it('keeps nothing of a call of which one operation is wrong', async () => {
    const { id, email } = await directory.addPerson();
    const { status } = await directory.patch(id, [
      { op: 'replace', path: 'displayName', value: 'Half done' },
      { op: 'replace', path: 'active', value: 'perhaps' },
    ]);
    expect(status).toBe(400);
    expect((await directory.accountOf(email))?.name).not.toBe('Half done');
  });

  it('that owns the organisation is never suspended', async () => {
    const email = `owner@${directory.domain}`;
    await api.db.updateTable('users').set({ email }).where('id', '=', directory.owner.id).execute();
    const { id } = await directory.addPerson({ userName: email, emails: [{ value: email }] });
    await directory.patch(id, [DEACTIVATE]);
    expect((await api.call(usersHttp.profile, directory.owner)).status).toBe(200);
  });
});
