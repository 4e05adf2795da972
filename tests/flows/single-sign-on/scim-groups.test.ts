import { scimHttp } from '@belfry/schemas/http/single-sign-on/scim';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createDirectory, type TestDirectory } from '../../support/directory.ts';
import { SIGN_ON_SETTINGS } from '../../support/single-sign-on.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
});

let directory: TestDirectory;
beforeEach(async () => {
  directory = await createDirectory(api);
});

describe('a group of the directory', () => {
  it('gives its members the role of the rule with its name', async () => {
    const [first, second] = [await directory.addPerson(), await directory.addPerson()];
    const id = await directory.addGroup('Staff', [first.id]);
    expect(await directory.membershipsOf(first.user_id)).toEqual([
      { role: 'announcer', company_id: directory.node.company_id },
    ]);
    await directory.patchGroup(id, [{ op: 'Add', path: 'members', value: [{ value: String(second.id) }] }]);
    expect(await directory.membershipsOf(second.user_id)).toHaveLength(1);
    await directory.patchGroup(id, [{ op: 'remove', path: `members[value eq "${first.id}"]` }]);
    expect(await directory.membershipsOf(first.user_id)).toEqual([]);
    await directory.patchGroup(id, [{ op: 'Remove', path: 'members', value: [{ value: String(second.id) }] }]);
    expect(await directory.membershipsOf(second.user_id)).toEqual([]);
    await directory.patchGroup(id, [{ op: 'replace', path: 'members', value: [{ value: String(first.id) }] }]);
    expect((await api.call(scimHttp.group, directory.caller, { id })).body.members).toMatchObject([
      { value: String(first.id) },
    ]);
    await directory.patchGroup(id, [{ op: 'replace', value: { id: String(id), displayName: 'Former staff' } }]);
    expect(await directory.membershipsOf(first.user_id)).toEqual([]);
    await api.call(scimHttp.replaceGroup, directory.caller, {
      id,
      displayName: 'staff',
      members: [{ value: String(second.id) }],
    });
    expect(await directory.membershipsOf(second.user_id)).toHaveLength(1);
    expect((await api.call(scimHttp.removeGroup, directory.caller, { id })).status).toBe(204);
    expect(await directory.membershipsOf(second.user_id)).toEqual([]);
  });

  it('is found by its name, without members where they are not asked for', async () => {
    const { id: person } = await directory.addPerson();
    await directory.addGroup('Found', [person]);
    const query = { filter: 'displayName eq "found"', excludedAttributes: 'members' };
    expect((await api.call(scimHttp.groups, directory.caller, query)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ displayName: 'Found', members: [] }],
    });
  });

  it('with a person who was removed has the others', async () => {
    const [gone, there] = [await directory.addPerson(), await directory.addPerson()];
    expect((await api.call(scimHttp.removeUser, directory.caller, { id: gone.id })).status).toBe(204);
    const group = { displayName: 'staff', members: [gone, there].map(({ id }) => ({ value: String(id) })) };
    const { status, body } = await api.call(scimHttp.addGroup, directory.caller, group);
    expect([status, body.members.map(({ value }) => value)]).toEqual([201, [String(there.id)]]);
  });

  it('with more members than a node may have is refused as a whole', async () => {
    const id = await directory.addGroup('staff');
    const rows = Array.from({ length: 201 }, (_, n) => ({
      name: `M ${n}`,
      email: `m-${id}-${n}@many.test`,
      role: 'user' as const,
      password_hash: 'x',
    }));
    const users = await api.db.insertInto('users').values(rows).returning(['id', 'email']).execute();
    const { provider_id } = directory;
    const stored = await api.db
      .insertInto('directory_people')
      .values(users.map((user) => ({ provider_id, user_id: user.id, user_name: user.email, made_account: true })))
      .returning('person_id')
      .execute();
    const value = stored.map(({ person_id }) => ({ value: String(person_id) }));
    expect((await directory.patchGroup(id, [{ op: 'add', path: 'members', value }])).status).toBe(422);
    expect((await api.call(scimHttp.group, directory.caller, { id })).body.members).toEqual([]);
    const made = api.db.selectFrom('memberships').select('member_id').where('provider_id', '=', provider_id);
    expect(await made.execute()).toEqual([]);
  });

  it('with the name of another one is refused', async () => {
    await directory.addGroup('Twice');
    const { status, body } = await api.call(scimHttp.addGroup, directory.caller, { displayName: 'twice' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ scimType: 'uniqueness' });
  });
});

it('says what it supports', async () => {
  expect((await api.call(scimHttp.configuration, directory.caller)).body).toMatchObject({ patch: { supported: true } });
  expect((await api.call(scimHttp.schemas, directory.caller)).body.totalResults).toBe(2);
});
