import { randomSerial } from '@belfry/schemas/domain/serial';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createCompany, createDevice, createGroup, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

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
    ({ key, device }) => api.post('/api/devices/unbind/company/serial', { key, body: { serial: device.serial } }),
    ({ device }) => device.device_id,
  ],
  [
    'device.rotate-key',
    ({ key, device }) => api.post(`/api/devices/rotate-key/${device.device_id}`, { key }),
    ({ device }) => device.device_id,
  ],
  [
    'device.delete',
    ({ key, device }) => api.delete(`/api/devices/delete/${device.device_id}`, { key }),
    ({ device }) => device.device_id,
  ],
  ['device.export', ({ key }) => api.get(`/api/devices/export?q=${randomSerial()}`, { key }), () => ''],
  [
    'group.add',
    ({ key, group, free }) => api.post(`/api/group/add/${group}`, { key, body: { devices: [free.company_id] } }),
    ({ group }) => group,
  ],
  [
    'group.remove',
    ({ key, group, node }) =>
      api.delete('/api/group/element', { key, body: { group_id: group, device_id: node.company_id } }),
    ({ group }) => group,
  ],
  ['group.delete', ({ key, group }) => api.delete(`/api/group/main/${group}`, { key }), ({ group }) => group],
  [
    'day_programme.change',
    ({ key, main }) => api.put(`/api/schedules/day-programme/${main}`, { key, body: { windows: [] } }),
    ({ main }) => main,
  ],
];

it.each(ACTS)('%s by an administrator on what belongs to another user is audited once', async (action, act, object) => {
  const setting = await setUp();
  expect((await act(setting)).status).toBeLessThan(300);
  const rows = await findAuditBy(api.db, action, [setting.admin]);
  expect(rows).toMatchObject([{ user_id: setting.admin.id, object_id: String(object(setting)) }]);
});
