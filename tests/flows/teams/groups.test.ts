import { groupsHttp } from '@belfry/schemas/http/groups';
import { bulkHttp } from '@belfry/schemas/http/fleet/bulk';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { addMember, type Chain, createChain } from '../../support/chain.ts';

let api: TestApi;
let chain: Chain;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createChain(api);
});

const create = (user: TestUser, name: string, devices: number[], owner?: TestUser) =>
  api.call(groupsHttp.create, user, { name, devices, ...(owner && { user_id: owner.id }) });
const made = async (user: TestUser, name: string, devices: number[]) => (await create(user, name, devices)).body;
const listOf = async (user: TestUser) => (await api.call(groupsHttp.list, user)).body;
const namesIn = async ({ id }: { id: number }, user: TestUser) =>
  (await api.call(groupsHttp.elements, user, { id })).body.map(({ name }) => name);

describe('a group of an organisation', () => {
  it('is seen by members with its devices at their places, and with the number of these', async () => {
    const { shop12, shop13, owner, viewer, technician, neighbour, head, stranger } = chain;
    const all = await made(owner, 'All', [shop12.hall, shop13.hall]);
    const far = await made(owner, 'Far', [shop13.hall]);
    await made(owner, 'Empty', []);
    for (const member of [viewer, technician]) {
      expect(await listOf(member)).toEqual([{ id: all.id, name: 'All', device_count: 1, may_change: false }]);
      expect(await namesIn(all, member)).toEqual(['Hall of Shop 12']);
      expect((await api.call(groupsHttp.elements, member, { id: far.id })).status).toBe(404);
    }
    expect(await namesIn(all, neighbour)).toEqual(['Hall of Shop 13']);
    expect((await listOf(head)).map(({ name, device_count }) => [name, device_count])).toEqual([
      ['All', 2],
      ['Far', 1],
    ]);
    expect(await listOf(stranger)).toEqual([]);
    expect((await api.call(groupsHttp.list, stranger, { user_id: owner.id })).status).toBe(403);
  });

  it('of a planner belongs to the organisation, and has devices at their places only', async () => {
    const { shop12, shop13, owner, planner, viewer, neighbour } = chain;
    const group = await create(planner, 'Mine', [shop12.hall]);
    expect(group).toMatchObject({ status: 201, body: { device_count: 1 } });
    expect(await listOf(owner)).toMatchObject([{ id: group.body.id, device_count: 1 }]);
    expect(await listOf(viewer)).toMatchObject([{ id: group.body.id }]);
    expect(await listOf(neighbour)).toEqual([]);
    expect((await create(planner, 'Theirs', [shop13.hall])).status).toBe(404);
    const { id } = group.body;
    expect((await api.call(groupsHttp.addDevices, planner, { id, devices: [shop13.hall] })).status).toBe(404);
    expect((await api.call(groupsHttp.addDevices, planner, { id, devices: [shop12.company] })).status).toBe(422);
    expect((await create(viewer, 'Not allowed', [shop12.hall], owner)).status).toBe(404);
    expect((await create(viewer, 'Not allowed', [shop12.hall])).status).toBe(403);
    expect((await create(chain.stranger, 'Not allowed', [], owner)).status).toBe(403);
  });

  it('is changed by who has made it, while they plan for all of its devices', async () => {
    const { shop12, shop13, owner, planner, neighbour } = chain;
    const { id } = await made(planner, 'Mine', [shop12.hall]);
    expect((await api.call(groupsHttp.rename, planner, { id, name: 'Renamed' })).status).toBe(204);
    expect((await api.call(groupsHttp.rename, neighbour, { id, name: 'Stolen' })).status).toBe(404);
    expect((await api.call(groupsHttp.addDevices, owner, { id, devices: [shop13.hall] })).status).toBe(200);
    expect(await namesIn({ id }, planner)).toEqual(['Hall of Shop 12']);
    expect(await api.call(groupsHttp.rename, planner, { id, name: 'Again' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await api.call(groupsHttp.remove, planner, { id })).status).toBe(403);
    expect((await api.call(groupsHttp.removeDevice, owner, { group_id: id, device_id: shop13.hall })).status).toBe(204);
    expect((await api.call(groupsHttp.remove, planner, { id })).status).toBe(204);
  });

  it('of others is changed by its owner and by those who plan for the whole tree', async () => {
    const { shop12, owner, planner, viewer, technician, head } = chain;
    const { id } = await made(owner, 'Shop', [shop12.hall]);
    for (const member of [planner, viewer, technician]) {
      const answers = [
        await api.call(groupsHttp.rename, member, { id, name: 'Mine' }),
        await api.call(groupsHttp.remove, member, { id }),
        await api.call(groupsHttp.addDevices, member, { id, devices: [shop12.hall] }),
        await api.call(groupsHttp.removeDevice, member, { group_id: id, device_id: shop12.hall }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await api.call(groupsHttp.rename, head, { id, name: 'Renamed' })).status).toBe(204);
  });

  it('gets devices of a bulk change only at places for which the member plans', async () => {
    const { main, shop12, shop13 } = chain;
    const both = await createUser(api);
    await addMember(api.db, { company_id: main, user_id: both.id, role: 'technician' });
    await addMember(api.db, { company_id: shop12.company, user_id: both.id, role: 'planner' });
    const { id } = await made(both, 'Mine', []);
    const targets = { serials: [shop12.serial, shop13.serial] };
    expect((await api.call(bulkHttp.change, both, { targets, change: { group_id: id } })).body).toMatchObject({
      changed: 1,
      failed: 1,
      failures: [{ serial: shop13.serial, code: 'bound_elsewhere' }],
    });
    expect(await namesIn({ id }, chain.owner)).toEqual(['Hall of Shop 12']);
  });
});
