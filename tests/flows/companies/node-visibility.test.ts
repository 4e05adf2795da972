import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import type { GroupRow } from '@belfry/api/features/groups/groups.repository';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

const SECRET_NAME = 'Vault of the root';

type Setting = {
  root: TestUser;
  main: NodePosition;
  node: NodePosition;
  free: NodePosition;
  group: GroupRow;
  bound: TestDevice;
  loose: TestDevice;
};

let api: TestApi;
let admin: TestUser;
let user: TestUser;
let setting: Setting;
let unownedDevice: TestDevice;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [admin, user] = [await createAdmin(api), await createUser(api)];
  const root = await createUser(api, { role: 'root' });
  const main = await createCompany(api, { user_id: root.id, name: SECRET_NAME });
  const company = await createCompany(api, { below: main, type: 'Company', name: SECRET_NAME });
  const node = await createCompany(api, { below: company, name: SECRET_NAME });
  const free = await createCompany(api, { below: company, name: SECRET_NAME });
  const group = await createGroup(api, { user_id: root.id, name: SECRET_NAME, devices: [node] });
  const bound = await createDevice(api, { user_id: root.id, company_id: node.company_id, device_mode: 'no' });
  const unbound = await createDevice(api, { user_id: root.id });
  setting = { root, main, node, free, group, bound, loose: unbound };
  unownedDevice = await createDevice(api);
});

type Call = (key: string, setting: Setting) => Promise<{ status: number; body: unknown }>;

/** All calls that name a node, a group, or a device at a node. */
const CALLS: [string, number, Call][] = [
  ['read a tree', 404, (key, { main }) => api.call(companiesHttp.tree, { key }, { company_id: main.company_id })],
  ['read a node', 404, (key, { node }) => api.call(companiesHttp.info, { key }, { company_id: node.company_id })],
  ['list trees', 404, (key, { root }) => api.call(companiesHttp.listMain, { key }, { user_id: root.id })],
  [
    'add a tree',
    404,
    (key, { root }) => api.call(companyChangesHttp.addMain, { key }, { name: 'New', user_id: root.id }),
  ],
  [
    'add a node',
    404,
    (key, { main }) => api.call(companyChangesHttp.add, { key }, { name: 'New', parent_company_id: main.company_id }),
  ],
  [
    'edit a node',
    404,
    (key, { node }) => api.call(companyChangesHttp.edit, { key }, { company_id: node.company_id, name: 'x' }),
  ],
  [
    'move a node',
    404,
    (key, { main, node }) =>
      api.call(companyChangesHttp.move, { key }, { company_id: node.company_id, parent_company_id: main.company_id }),
  ],
  [
    'delete a node',
    404,
    (key, { node }) => api.call(companyChangesHttp.remove, { key }, { company_id: node.company_id }),
  ],
  [
    'duplicate a tree',
    404,
    (key, { main }) => api.call(companyChangesHttp.duplicate, { key }, { company_id: main.company_id }),
  ],
  ['list a group', 404, (key, { group }) => api.call(groupsHttp.elements, { key }, { id: group.id })],
  ['rename a group', 404, (key, { group }) => api.call(groupsHttp.rename, { key }, { id: group.id, name: 'x' })],
  ['delete a group', 404, (key, { group }) => api.call(groupsHttp.remove, { key }, { id: group.id })],
  [
    'add to a group',
    404,
    (key, { group, node }) => api.call(groupsHttp.addDevices, { key }, { id: group.id, devices: [node.company_id] }),
  ],
  [
    'remove from a group',
    404,
    (key, { group, node }) =>
      api.call(groupsHttp.removeDevice, { key }, { group_id: group.id, device_id: node.company_id }),
  ],
  [
    'make a group of foreign nodes',
    404,
    (key, { node }) => api.call(groupsHttp.create, { key }, { name: 'Mine', devices: [node.company_id] }),
  ],
  ['list devices that wait', 404, (key, { root }) => api.call(devicesHttp.listWaiting, { key }, { user_id: root.id })],
  [
    'bind a device of a root',
    404,
    (key, { free, loose }) =>
      api.call(bindingHttp.bind, { key }, { serial: loose.serial, company_id: free.company_id }),
  ],
  [
    'bind a device without owner',
    404,
    (key, { free }) =>
      api.call(bindingHttp.bind, { key }, { serial: unownedDevice.serial, company_id: free.company_id }),
  ],
  ['unbind a device', 404, (key, { bound }) => api.call(bindingHttp.unbind, { key }, { serial: bound.serial })],
  [
    'bind by number',
    422,
    (key, { free }) =>
      api.call(devicesAdminHttp.edit, { key }, { device_id: unownedDevice.device_id, company_id: free.company_id }),
  ],
  [
    'unbind by number',
    422,
    (key, { bound }) => api.call(devicesAdminHttp.edit, { key }, { device_id: bound.device_id, company_id: null }),
  ],
  [
    'change the owner of a bound device',
    409,
    (key, { bound }) => api.call(devicesAdminHttp.edit, { key }, { device_id: bound.device_id, user_id: null }),
  ],
  [
    'delete a bound device',
    422,
    (key, { bound }) => api.call(devicesAdminHttp.remove, { key }, { device_id: bound.device_id }),
  ],
];

describe('trees and groups of a root', () => {
  it.each(CALLS)('return 404 to an administrator who would %s (%i)', async (_what, status, call) => {
    const answer = await call(admin.key, setting);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body ?? null)).not.toContain(SECRET_NAME);
  });

  it.each(CALLS)('return 404 to a user who would %s', async (_what, _status, call) => {
    const answer = await call(user.key, setting);
    expect(answer.status).toBeOneOf([403, 404]);
    expect(JSON.stringify(answer.body ?? null)).not.toContain(SECRET_NAME);
  });

  it('are unchanged, and accessible to the root', async () => {
    const { root, main, node, group, bound } = setting;
    const key = root.key;
    const info = await api.call(companiesHttp.info, { key }, { company_id: node.company_id });
    expect(info).toMatchObject({ status: 200, body: { name: SECRET_NAME, serial: bound.serial } });
    const elements = await api.call(groupsHttp.elements, { key }, { id: group.id });
    expect(elements.body).toMatchObject([{ name: SECRET_NAME, serial: bound.serial }]);
    const tree = await api.call(companiesHttp.tree, { key }, { company_id: main.company_id });
    expect(tree.body).toHaveLength(4);
  });

  it('have names that administrators see in no list of devices', async () => {
    const { root, bound } = setting;
    const reads: Record<string, (caller: TestUser) => Promise<Response>> = {
      all: (caller) => api.raw(devicesHttp.list, caller),
      found: (caller) => api.raw(devicesHttp.list, caller, { page: 1, page_size: 8, q: bound.serial }),
      'by serial': (caller) => api.raw(devicesHttp.info, caller, { device: bound.serial }),
      'by id': (caller) => api.raw(devicesHttp.info, caller, { device: bound.device_id }),
    };
    for (const [name, read] of Object.entries(reads)) {
      const seen = await read(admin);
      expect(seen.status, name).toBe(200);
      const text = await seen.text();
      expect(text, name).toContain(bound.serial);
      expect(text, name).not.toContain(SECRET_NAME);
      expect(await (await read(root)).text(), name).toContain(SECRET_NAME);
    }
    const edited = await api.call(devicesAdminHttp.edit, admin, {
      device_id: bound.device_id,
      note: 'Seen',
      company_id: setting.node.company_id,
    });
    expect(edited).toMatchObject({ status: 200, body: { company_name: null, name: 'Seen', note: 'Seen' } });
  });
});
