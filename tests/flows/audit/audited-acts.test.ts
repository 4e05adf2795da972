import { randomSerial } from '@belfry/schemas/domain/serial';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createCompany, createDevice, createGroup, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { filesHttp } from '@belfry/schemas/http/fleet/files';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** A person's bound device, whose node is in a group, a free node, and an administrator, who acts. */
async function setUp() {
  const [owner, admin] = [await createUser(api), await createAdmin(api)];
  const main = await createCompany(api, { user_id: owner.id });
  const company = await createCompany(api, { below: main, type: 'Company' });
  const [node, free] = [await createCompany(api, { below: company }), await createCompany(api, { below: company })];
  const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id, device_mode: 'no' });
  const group = await createGroup(api, { user_id: owner.id, devices: [node] });
  return { admin, key: admin.key, main: main.company_id, node, free, device, group: group.id };
}
type Setting = Awaited<ReturnType<typeof setUp>>;

/** An action, the call that does it, and the object of its row. */
const ACTS: [
  action: string,
  act: (setting: Setting) => Promise<{ status: number }>,
  object: (setting: Setting) => string | number,
][] = [
  [
    'device.unbind',
    ({ key, device }) => api.call(bindingHttp.unbind, { key }, { serial: device.serial }),
    ({ device }) => device.device_id,
  ],
  [
    'device.rotate-key',
    ({ key, device }) => api.call(devicesAdminHttp.rotateKey, { key }, { device_id: device.device_id }),
    ({ device }) => device.device_id,
  ],
  [
    'device.delete',
    ({ key, device }) => api.call(devicesAdminHttp.remove, { key }, { device_id: device.device_id }),
    ({ device }) => device.device_id,
  ],
  ['device.export', ({ key }) => api.call(filesHttp.export, { key }, { q: randomSerial() }), () => ''],
  [
    'group.add',
    ({ key, group, free }) => api.call(groupsHttp.addDevices, { key }, { id: group, devices: [free.company_id] }),
    ({ group }) => group,
  ],
  [
    'group.remove',
    ({ key, group, node }) =>
      api.call(groupsHttp.removeDevice, { key }, { group_id: group, device_id: node.company_id }),
    ({ group }) => group,
  ],
  ['group.delete', ({ key, group }) => api.call(groupsHttp.remove, { key }, { id: group }), ({ group }) => group],
  [
    'day_programme.change',
    ({ key, main }) => api.call(dayProgrammeHttp.change, { key }, { company_id: main, windows: [] }),
    ({ main }) => main,
  ],
];

it.each(ACTS)('%s by an administrator on what belongs to another user is audited once', async (action, act, object) => {
  const setting = await setUp();
  expect((await act(setting)).status).toBeLessThan(300);
  const rows = await findAuditBy(api.db, action, [setting.admin]);
  expect(rows).toMatchObject([{ user_id: setting.admin.id, object_id: String(object(setting)) }]);
});
