import { GROUPS_MAX } from '@belfry/schemas/domain/companies';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createGroup, createSpeakers, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [otherUser, admin] = [await createUser(api), await createAdmin(api)];
});
beforeEach(async () => {
  owner = await createUser(api);
});

const create = (name: string, devices: unknown[] = [], user = owner) =>
  api.call(groupsHttp.create, user, { name, devices });
const list = async (user = owner) => (await api.call(groupsHttp.list, user)).body;
const elements = ({ id }: { id: number }, user = owner) => api.call(groupsHttp.elements, user, { id });

describe('a group', () => {
  it('can be created with or without devices, and is listed by name with its number of devices', async () => {
    const { ids } = await createSpeakers(api, owner, 3);
    const ten = await create(' Hall 10 ', ids.slice(1));
    expect(ten).toMatchObject({ status: 201, body: { name: 'Hall 10', device_count: 2 } });
    const nine = await create('hall 9 🎄', ids.map(String));
    const empty = await create('Ёлка');
    expect(await list()).toEqual([nine.body, ten.body, empty.body]);
    expect((await list(otherUser)).filter(({ id }) => id === ten.body.id)).toEqual([]);
  });

  it('has a name that is unique per owner', async () => {
    const { body } = await create('Hall');
    expect(await create('HALL')).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'There is a group of this name already' },
    });
    const other = await create('Other');
    const rename = (name: string, user = owner, { id } = other.body) => api.call(groupsHttp.rename, user, { id, name });
    expect((await rename('hall')).status).toBe(409);
    expect((await rename('other')).status).toBe(204);
    expect((await rename('Third')).status).toBe(204);
    expect((await list()).map(({ name }) => name)).toEqual(['Hall', 'Third']);
    expect((await create('Hall', [], otherUser)).status).toBe(201);
    expect((await rename('Mine', otherUser)).status).toBe(404);
    expect((await rename('Theirs', admin, body)).status).toBe(204);
    const rows = await findAuditBy(api.db, 'group.rename', [owner, otherUser, admin]);
    expect(rows).toMatchObject([
      { user_id: owner.id, before: { name: 'Other' }, after: { name: 'other' } },
      { user_id: owner.id, before: { name: 'other' }, after: { name: 'Third' } },
      { user_id: admin.id, object_id: String(body.id), details: { name: 'Theirs' } },
    ]);
  });

  it('rejects invalid names with a message', async () => {
    expect(await create('  ')).toMatchObject({ status: 400, body: { error: 'Name is required' } });
    expect(await create('n'.repeat(41))).toMatchObject({
      status: 400,
      body: { error: 'A name has 40 characters at most' },
    });
    expect((await create('n'.repeat(40))).status).toBe(201);
  });

  it('is created by one of many concurrent requests with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('Once')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it('of another user returns 404', async () => {
    const { nodes, ids } = await createSpeakers(api, owner, 1);
    const group = await createGroup(api, { user_id: owner.id, devices: nodes });
    const answers = [
      await elements(group, otherUser),
      await api.call(groupsHttp.addDevices, otherUser, { id: group.id, devices: ids }),
      await api.call(groupsHttp.remove, otherUser, group),
      await api.call(groupsHttp.removeDevice, otherUser, { group_id: group.id, device_id: ids[0] }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'Group not found' } });
    expect((await elements(group, admin)).body).toHaveLength(1);
  });

  it('of a root is visible to roots only', async () => {
    const root = await createUser(api, { role: 'root' });
    const { nodes } = await createSpeakers(api, root, 1);
    const group = await createGroup(api, { user_id: root.id, devices: nodes });
    expect((await elements(group, admin)).status).toBe(404);
    expect((await api.call(groupsHttp.remove, admin, group)).status).toBe(404);
    expect((await elements(group, await createUser(api, { role: 'root' }))).body).toHaveLength(1);
  });

  it('is listed for administrators by its owner, and for nobody else', async () => {
    const group = await createGroup(api, { user_id: owner.id });
    const root = await createUser(api, { role: 'root' });
    const listOf = ({ id }: TestUser, reader: TestUser) => api.call(groupsHttp.list, reader, { user_id: id });
    for (const reader of [owner, admin, root])
      expect(await listOf(owner, reader)).toMatchObject({ status: 200, body: [{ id: group.id }] });
    expect(await listOf(owner, otherUser)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await listOf(root, admin)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    expect(await listOf({ ...owner, id: 2_147_483_647 }, root)).toMatchObject({ status: 404 });
  });

  it('can be deleted without its devices', async () => {
    const { nodes } = await createSpeakers(api, owner, 1);
    const group = await createGroup(api, { user_id: owner.id, devices: nodes });
    expect((await api.call(groupsHttp.remove, owner, group)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await api.db.selectFrom('companies').selectAll().where('user_id', '=', owner.id).execute()).toHaveLength(3);
  });

  it('sends console events to its owner when it changes', async () => {
    const { body } = await create('Told');
    await expect
      .poll(() =>
        api.broker.published.some(({ topic, payload }) => {
          const text = JSON.stringify(payload);
          return (
            topic === `users/${owner.id}/events` && text.includes('groups_changed') && text.includes(String(body.id))
          );
        }),
      )
      .toBe(true);
  });
});

it('is limited in number per user', async () => {
  await sql`
    insert into device_groups (user_id, name)
    select ${owner.id}, 'Group ' || n from generate_series(1, ${GROUPS_MAX - 1}) n`.execute(api.db);
  const atOnce = await Promise.all([1, 2, 3, 4, 5].map((n) => create(`Last ${n}`)));
  expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422]);
  expect(await create('One more')).toMatchObject({
    status: 422,
    body: { error: 'There can be 200 groups at most' },
  });
  expect(await list()).toHaveLength(GROUPS_MAX);
});
