import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { expect } from 'vitest';
import { createAdmin, createCompany, createDevice, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMember } from '../../support/teams.ts';

flow('a device has the names of the nodes above, as far as the caller may read them', async ({ lentApi: api }) => {
  const owner = await createUser(api);
  const main = await createCompany(api, { user_id: owner.id, name: 'Brightwater' });
  const north = await createCompany(api, { below: main, type: 'Company', name: 'North' });
  const shop = await createCompany(api, { below: north, type: 'Company', name: 'Harbour Market' });
  const speaker = await createCompany(api, { below: shop, name: 'Entrance' });
  const { serial } = await createDevice(api, { user_id: owner.id, company_id: speaker.company_id });
  const member = await createMember(api, owner, north, { role: 'technician' });
  const admin = await createAdmin(api);
  for (const [caller, path] of [
    [owner, 'Brightwater / North / Harbour Market'],
    [member, 'North / Harbour Market'],
    [admin, 'Brightwater / North / Harbour Market'],
  ] as const) {
    expect(await success(api.call(devicesHttp.info, caller, { device: serial }))).toMatchObject({
      name: 'Entrance',
      path,
    });
    const list = await success(api.call(devicesHttp.listOwn, caller, {}));
    if (caller !== admin) expect(list).toMatchObject([{ serial, path }]);
  }
});
