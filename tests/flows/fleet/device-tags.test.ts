import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});

const listed = (tags: string, page: object = {}) => api.call(devicesHttp.list, admin, { tags, ...page });
/** The serials of the devices with these tags, which the whole list and its first page agree on. */
async function serialsOf(tags: string): Promise<string[]> {
  const [whole, page] = [await listed(tags), await listed(tags, { page: 1, page_size: 48 })];
  expect(page.body).toEqual(whole.body);
  expect(page.headers.get('x-total-count')).toBe(String(whole.body.length));
  return whole.body.map(({ serial }) => serial);
}

describe('the filter by tags', () => {
  const create = (tags: string[]) => api.call(devicesAdminHttp.create, admin, { serial: randomSerial(), tags });

  it('matches devices that have all given tags, in any spelling', async () => {
    const both = (await create(['Filter One', 'filter two'])).body;
    const one = (await create(['filter one'])).body;
    expect(both.tags).toEqual(['filter one', 'filter two']);
    expect(await serialsOf('FILTER one')).toEqual([both.serial, one.serial].sort());
    expect(await serialsOf('filter two, filter one')).toEqual([both.serial]);
    expect(await serialsOf('filter')).toEqual([]);
  });

  it('rejects what is no tag, and more tags than the limit', async () => {
    for (const tags of ["x'; drop table devices", 'a,b,c,d,e,f', '{a}']) expect((await listed(tags)).status).toBe(400);
  });
});

describe('the tags of a device', () => {
  it('are changed by an edit, which counts as one, and stay without the field', async () => {
    const { device_id, revision } = (await api.call(devicesAdminHttp.create, admin, { serial: randomSerial() })).body;
    const edit = (body: object) => api.call(devicesAdminHttp.edit, admin, { device_id, ...body });
    expect((await edit({ tags: ['Hall'] })).body).toMatchObject({ tags: ['hall'], revision: revision + 1 });
    expect((await edit({ note: 'x' })).body.tags).toEqual(['hall']);
    expect((await edit({ tags: Array.from({ length: 17 }, (_, n) => `t${n}`) })).status).toBe(400);
  });

  it('are listed with counts: those of all devices for administrators, otherwise of one’s own', async () => {
    const user = await createUser(api);
    await createDevice(api, { user_id: user.id, tags: ['counted', 'mine'] });
    await createDevice(api, { tags: ['counted'] });
    const tagsFor = async ({ key }: TestUser) => (await api.call(devicesHttp.tags, { key })).body;
    expect(await tagsFor(user)).toEqual([
      { tag: 'counted', devices: 1 },
      { tag: 'mine', devices: 1 },
    ]);
    expect(await tagsFor(admin)).toContainEqual({ tag: 'counted', devices: 2 });
    // The most frequent first, then by name.
    await createDevice(api, { user_id: user.id, tags: ['mine', 'alone'] });
    expect((await tagsFor(user)).map(({ tag }) => tag)).toEqual(['mine', 'alone', 'counted']);
  });
});
