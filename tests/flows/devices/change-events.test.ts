import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { eventsTo } from '../../support/services/fake-broker.ts';

let api: TestApi;
let owner: TestUser;
let admin: TestUser;
let otherUser: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, admin, otherUser] = [await createUser(api), await createAdmin(api), await createUser(api)];
});

async function setUp() {
  const main = await createCompany(api, { user_id: owner.id });
  const company = await createCompany(api, { below: main, type: 'Company' });
  const node = await createCompany(api, { below: company });
  const free = await createCompany(api, { below: company });
  const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id, device_mode: 'no' });
  const group = await createGroup(api, { user_id: owner.id, devices: [node] });
  return { main, node: node.company_id, free: free.company_id, device, group: group.id };
}
type Setting = Awaited<ReturnType<typeof setUp>>;

type Event = { type: UserEvent['type']; id: number };
type Act = (key: string, setting: Setting) => Promise<{ status: number }>;
const aboutDevice = ({ device }: Setting): Event => ({ type: 'devices_changed', id: device.device_id });
const aboutNode = ({ node }: Setting): Event => ({ type: 'companies_changed', id: node });
const aboutTree = ({ main }: Setting): Event => ({ type: 'companies_changed', id: main.company_id });
const aboutGroup = ({ group }: Setting): Event => ({ type: 'groups_changed', id: group });

/** A title, a change, and the events that it sends to the owner and the administrators. */
const CHANGES: [string, Act, ((setting: Setting) => Event)[]][] = [
  [
    'a device is unbound',
    (key, { device }) => api.call(bindingHttp.unbind, { key }, { serial: device.serial }),
    [aboutDevice, aboutNode, aboutTree],
  ],
  [
    'the node of a device is renamed',
    (key, { node }) => api.call(companyChangesHttp.edit, { key }, { company_id: node, name: 'Foyer' }),
    [aboutDevice, aboutNode, aboutTree],
  ],
  [
    'the node of a device is moved',
    async (key, { main, node }) => {
      const company = await createCompany(api, { below: main, type: 'Company' });
      const body = { company_id: node, parent_company_id: company.company_id };
      return api.call(companyChangesHttp.move, { key }, { ...body });
    },
    [aboutNode, aboutTree],
  ],
  [
    'the node of a device is deleted',
    (key, { node }) => api.call(companyChangesHttp.remove, { key }, { company_id: node }),
    [aboutDevice, aboutNode, aboutTree],
  ],
  [
    'a group is renamed',
    (key, { group }) => api.call(groupsHttp.rename, { key }, { id: group, name: `Renamed ${group}` }),
    [aboutGroup],
  ],
  ['a group is deleted', (key, { group }) => api.call(groupsHttp.remove, { key }, { id: group }), [aboutGroup]],
  [
    'a device is added to a group',
    (key, { group, free }) => api.call(groupsHttp.addDevices, { key }, { id: group, devices: [free] }),
    [aboutGroup],
  ],
  [
    'a device leaves a group',
    (key, { group, node }) => api.call(groupsHttp.removeDevice, { key }, { group_id: group, device_id: node }),
    [aboutGroup],
  ],
  [
    'a device is bound',
    async (key, { device, free }) => {
      await api.db.updateTable('devices').set({ company_id: null }).where('serial', '=', device.serial).execute();
      return api.call(bindingHttp.bind, { key }, { serial: device.serial, company_id: free });
    },
    [aboutDevice, ({ free }) => ({ type: 'companies_changed', id: free }), aboutTree],
  ],
];
const BY_ADMINISTRATOR: typeof CHANGES = [
  [
    'an administrator edits a device',
    (key, { device }) =>
      api.call(devicesAdminHttp.edit, { key }, { device_id: device.device_id, note: 'Beside the till' }),
    [aboutDevice],
  ],
  [
    'an administrator unbinds a device by its node id',
    (key, { device }) => api.call(devicesAdminHttp.edit, { key }, { device_id: device.device_id, company_id: null }),
    [aboutDevice, aboutNode, aboutTree],
  ],
  [
    'an administrator moves a device by its node id',
    (key, { device, free }) =>
      api.call(devicesAdminHttp.edit, { key }, { device_id: device.device_id, company_id: free }),
    [aboutDevice, aboutNode, ({ free }) => ({ type: 'companies_changed', id: free })],
  ],
  [
    'an administrator changes the owner of a device',
    (key, { device }) => api.call(devicesAdminHttp.edit, { key }, { device_id: device.device_id, user_id: null }),
    [aboutDevice, aboutNode, aboutTree],
  ],
  [
    'an administrator deletes a device',
    (key, { device }) => api.call(devicesAdminHttp.remove, { key }, { device_id: device.device_id }),
    [aboutDevice, aboutNode, aboutTree],
  ],
  [
    'an administrator rotates the device key',
    (key, { device }) => api.call(devicesAdminHttp.rotateKey, { key }, { device_id: device.device_id }),
    [aboutDevice],
  ],
];

describe('console events are sent', () => {
  beforeEach(() => {
    api.broker.published.length = 0;
  });

  async function expectEvents(key: string, act: Act, expected: ((setting: Setting) => Event)[]): Promise<void> {
    const setting = await setUp();
    expect((await act(key, setting)).status).toBeLessThan(300);
    for (const recipient of [owner, admin]) {
      for (const event of expected.map((about) => about(setting))) {
        const named = (): boolean =>
          eventsTo(api, recipient).some(({ type, ids }) => type === event.type && ids.includes(event.id));
        await expect.poll(named, { message: `${event.type} ${event.id}` }).toBe(true);
      }
    }
    expect(eventsTo(api, otherUser)).toEqual([]);
  }

  it.each(CHANGES)('when %s', (_what, act, expected) => expectEvents(owner.key, act, expected));
  it.each(BY_ADMINISTRATOR)('when %s', (_what, act, expected) => expectEvents(admin.key, act, expected));
});
