import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { mapHttp, type MapNode } from '@belfry/schemas/http/map/map';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';

const RIGA = { latitude: 56.95, longitude: 24.11 };
const FIJI = { latitude: -17.8, longitude: 178.4 };
const SAMOA = { latitude: -13.8, longitude: -172.1 };

let api: TestApi;
let owner: TestUser;
let main: NodePosition;
let own: Awaited<ReturnType<typeof createShops>>['own'];
let other: Awaited<ReturnType<typeof createShops>>['other'];
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
flow.beforeEach(async () => {
  ({ owner, main, own, other } = await createShops(api));
});

const locate = ({ company_id }: NodePosition, coordinates: unknown, caller: TestUser = owner) =>
  api.call(companyChangesHttp.edit, caller, { company_id, coordinates });
const nodesOf = async (caller: TestUser, query: object = {}): Promise<MapNode[]> => {
  const { status, body } = await api.call(mapHttp.map, caller, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.nodes;
};
const names = (nodes: MapNode[]): string[] => nodes.map(({ name }) => name).sort();

async function connect(node: NodePosition, status: 'online' | 'offline' | 'maintenance'): Promise<number> {
  const { device_id } = await createDevice(api, { user_id: node.user_id, company_id: node.company_id });
  await api.db
    .updateTable('device_state')
    .set({ reported_status: status })
    .where('device_id', '=', device_id)
    .execute();
  return device_id;
}

it('a node has coordinates from its creation or a change on, and none after their removal', async () => {
  const body = { name: 'Depot', parent_company_id: main.company_id, coordinates: RIGA };
  const { company_id } = (await api.call(companyChangesHttp.add, owner, body)).body;
  const read = async () => (await api.call(companiesHttp.info, owner, { company_id })).body.coordinates;
  expect(await read()).toEqual(RIGA);
  expect((await locate({ company_id } as NodePosition, FIJI)).body.coordinates).toEqual(FIJI);
  // What a change does not name stays.
  await api.call(companyChangesHttp.edit, owner, { company_id, name: 'Store' });
  expect(await read()).toEqual(FIJI);
  const tree = await api.call(companiesHttp.tree, owner, { company_id: main.company_id });
  expect(tree.body.find((node) => node.company_id === company_id)?.coordinates).toEqual(FIJI);
  expect((await locate({ company_id } as NodePosition, null)).body.coordinates).toBeNull();
  const changes = await findAudit(api.db, 'company.edit', company_id ?? 0);
  expect(changes.map(({ after }) => after)).toContainEqual(expect.objectContaining(FIJI));
});

it.each([
  [{ latitude: 90.1, longitude: 0 }],
  [{ latitude: 0, longitude: -180.5 }],
  [{ latitude: 1 }],
  [{ latitude: '56.95', longitude: 24.11 }],
])('coordinates that there are not are refused: %j', async (coordinates) => {
  expect((await locate(main, coordinates)).status).toBe(400);
});

it('the map counts the devices below each place, and those with an open alarm', async () => {
  await locate(main, RIGA);
  await locate(own.company, { latitude: 57, longitude: 25 });
  const online = await connect(own.node, 'online');
  await connect(other.node, 'offline');
  const alarm = { kind: 'device_offline', subject: `device:${online}`, owner_id: owner.id, severity: 'high' } as const;
  const { alarm_id } = await api.db
    .insertInto('alarms')
    .values({ ...alarm, company_id: own.node.company_id, state: 'open', raised_at: new Date() })
    .returning('alarm_id')
    .executeTakeFirstOrThrow();
  await api.db
    .insertInto('alarm_devices')
    .values({ alarm_id, device_id: online, joined_at: new Date(), left_at: null })
    .execute();
  const [chain, shop] = (await nodesOf(owner)).toSorted((one, two) => one.name.localeCompare(two.name));
  expect(chain).toMatchObject({
    company_id: main.company_id,
    above: null,
    coordinates: RIGA,
    devices: { total: 2, online: 1, offline: 1, maintenance: 0, alarms: 1 },
    has_plan: false,
  });
  expect(shop).toMatchObject({ above: main.company_id, devices: { total: 1, online: 1, offline: 0, alarms: 1 } });
  expect(names(await nodesOf(owner, { company_id: own.company.company_id }))).toEqual(['Shop 12']);
});

it('a box has what is in it, also across the 180th meridian', async () => {
  await locate(main, RIGA);
  await locate(own.company, FIJI);
  await locate(other.company, SAMOA);
  expect(names(await nodesOf(owner, { box: '20,50,30,60' }))).toEqual(['Chain']);
  expect(names(await nodesOf(owner, { box: '170,-30,-170,0' }))).toEqual(['Shop 12', 'Shop 13']);
  expect(await nodesOf(owner, { box: '0,0,1,1' })).toEqual([]);
  const refused = await api.call(mapHttp.map, owner, { box: '0,10,1,5' });
  expect(refused.status).toBe(400);
});

it('a member sees the places where they may read, and moves them only with the right to change the tree', async () => {
  await locate(main, RIGA);
  await locate(own.company, RIGA);
  await locate(other.company, FIJI);
  await connect(own.node, 'online');
  const viewer = await createMember(api, owner, own.company, { role: 'viewer' });
  const manager = await createMember(api, owner, own.company, { role: 'manager' });
  expect(await nodesOf(viewer)).toMatchObject([{ name: 'Shop 12', above: null, devices: { total: 1 } }]);
  expect((await locate(own.company, FIJI, viewer)).status).toBe(403);
  expect((await locate(own.company, FIJI, manager)).status).toBe(200);
  expect((await locate(other.company, RIGA, manager)).status).toBe(404);
  const stranger = await createUser(api);
  expect(await nodesOf(stranger)).toEqual([]);
  const asked = await api.call(mapHttp.map, stranger, { company_id: main.company_id });
  expect(asked.status).toBe(404);
});

it('a copy has the coordinates of its original', async () => {
  await locate(own.company, RIGA);
  await api.call(companyChangesHttp.duplicate, owner, { company_id: own.company.company_id });
  expect(names(await nodesOf(owner))).toEqual(['Shop 12', 'Shop 12 copy']);
});

it('coordinates in the database are both or none', async () => {
  const { company_id } = await createCompany(api, { user_id: owner.id });
  const half = api.db.updateTable('companies').set({ latitude: 1 }).where('company_id', '=', company_id).execute();
  await expect(half).rejects.toThrow('companies_coordinates');
});
