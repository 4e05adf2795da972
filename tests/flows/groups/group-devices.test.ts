import { GROUP_DEVICES_MAX } from '@belfry/schemas/domain/companies';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createSpeakers,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

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

const create = (name: string, devices: unknown[] = []) => api.call(groupsHttp.create, owner, { name, devices });
const list = async () => (await api.call(groupsHttp.list, owner)).body;
const add = ({ id }: { id: number }, devices: unknown[], user = owner) =>
  api.call(groupsHttp.addDevices, user, { id, devices });

describe('devices of a group', () => {
  it('have their serial number, status and address, or else the address of their company', async () => {
    const { company, nodes } = await createSpeakers(api, owner, 1);
    const own = await createCompany(api, { below: company, name: 'Speaker 10', city: 'Tartu', house: '1' });
    const device = await createDevice(api, { user_id: owner.id, company_id: own.company_id });
    const group = await createGroup(api, { user_id: owner.id, devices: [own, ...nodes] });
    expect((await api.call(groupsHttp.elements, owner, group)).body).toMatchObject([
      { name: 'Speaker 1', city: 'Riga', street: 'Brīvības', serial: null, status: null },
      { name: 'Speaker 10', city: 'Tartu', street: null, house: '1', serial: device.serial, status: 'offline' },
    ]);
  });

  it('are added once; those already in the group are counted', async () => {
    const { ids } = await createSpeakers(api, owner, 3);
    const { body: group } = await create('G');
    expect((await add(group, [ids[0], ids[0]])).body).toEqual({ added: 1, skipped: 0 });
    expect((await add(group, ids)).body).toEqual({ added: 2, skipped: 1 });
    expect(await add(group, ids)).toMatchObject({ status: 200, body: { added: 0, skipped: 3 } });
    expect(await add(group, [])).toMatchObject({ status: 400, body: { error: 'No devices selected in the tree!' } });
    const many = await Promise.all(Array.from({ length: 6 }, () => add(group, ids)));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect((await list())[0]?.device_count).toBe(3);
  });

  it('must be the owner’s, otherwise none is added', async () => {
    const { company, ids } = await createSpeakers(api, owner, 1);
    const foreign = await createSpeakers(api, otherUser, 1);
    const { body: group } = await create('G');
    for (const missing of [foreign.ids[0], 999_999]) {
      expect(await add(group, [...ids, missing])).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await create('New', [missing])).toMatchObject({ status: 404 });
    }
    expect(await add(group, [company.company_id])).toMatchObject({
      status: 422,
      body: { error: 'Only devices can be in a group' },
    });
    expect(await list()).toEqual([{ ...group, device_count: 0 }]);
    // A node of the administrator is not a node of the owner.
    expect((await add(group, (await createSpeakers(api, admin, 1)).ids, admin)).status).toBe(404);
    expect((await add(group, ids, admin)).status).toBe(200);
  });

  it('are limited in number, also over several calls', async () => {
    const { company, ids } = await createSpeakers(api, owner, 2);
    const { body: group } = await create('G');
    await sql`
      with made as (
        insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
          default_language, default_voice)
        select company_id, tree_id, level + 1, user_id, 'Device', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
        from companies, generate_series(1, ${GROUP_DEVICES_MAX - 1}) n where company_id = ${company.company_id}
        returning company_id
      ) insert into device_group_elements (group_id, company_id) select ${group.id}, company_id from made`.execute(
      api.db,
    );
    const refusal = { status: 422, body: { error: 'A group has 5000 devices at most' } };
    expect(await add(group, ids)).toMatchObject(refusal);
    expect((await list())[0]?.device_count).toBe(GROUP_DEVICES_MAX - 1);
    expect((await add(group, ids.slice(1))).body).toEqual({ added: 1, skipped: 0 });
    expect((await add(group, ids.slice(1))).status).toBe(200);
    expect(await add(group, ids.slice(0, 1))).toMatchObject(refusal);
  });

  it('are limited per call, also when the group is created with them', async () => {
    const { body: group } = await create('G');
    const devices = Array.from({ length: GROUP_DEVICES_MAX + 1 }, (_, n) => n + 1);
    const error = '5000 devices at most can be added at once';
    for (const refused of [await add(group, devices), await create('H', devices)]) {
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'devices', message: error }] } });
    }
    expect(await list()).toHaveLength(1);
  });

  it('can be removed, and are removed with their node', async () => {
    const { nodes, ids } = await createSpeakers(api, owner, 2);
    const group = await createGroup(api, { user_id: owner.id, devices: nodes });
    const leave = () => api.call(groupsHttp.removeDevice, owner, { group_id: group.id, device_id: ids[0] });
    expect((await leave()).status).toBe(204);
    expect(await leave()).toMatchObject({ status: 404, body: { error: 'This device is not in the group' } });
    await api.call(companyChangesHttp.remove, owner, { company_id: ids[1] });
    expect((await list())[0]?.device_count).toBe(0);
  });
});
