import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { removeUnusedPlanFiles } from '@belfry/api/features/map/floor-plan-files';
import { createDirectoryStore } from '@belfry/api/storage/directory-store';
import { floorPlanName } from '@belfry/api/storage/names';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { FLOOR_PLAN_MAX_BYTES, floorPlansHttp } from '@belfry/schemas/http/map/floor-plans';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createCompany, createDevice, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { jpegHeader, pngImage, webpHeader } from '../../support/images.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let owner: TestUser;
let main: NodePosition;
let shop: NodePosition;
let door: NodePosition;
let elsewhere: NodePosition;
let device: TestDevice;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
flow.beforeEach(async () => {
  const shops = await createShops(api);
  ({ owner, main } = shops);
  [shop, door, elsewhere] = [shops.own.company, shops.own.node, shops.other.node];
  device = await createDevice(api, { user_id: owner.id, company_id: door.company_id });
});

const upload = (bytes: Buffer, type = 'image/png', caller: TestUser = owner, { company_id } = shop) =>
  api.call(floorPlansHttp.upload, caller, { company_id }, { body: bytes, headers: { 'content-type': type } });
const read = async ({ company_id } = shop, caller: TestUser = owner) =>
  (await api.call(floorPlansHttp.read, caller, { company_id })).body;
const place = (revision: number | undefined, devices: object[], { company_id } = shop, caller: TestUser = owner) =>
  api.call(floorPlansHttp.place, caller, { company_id, revision, devices });
const isStored = (sha256: string | undefined): boolean =>
  existsSync(join(api.config.DATA_DIR, floorPlanName(sha256 ?? '')));

/** A plan of the shop with the device at its door. */
async function placed(): Promise<void> {
  const { revision } = (await upload(pngImage(40, 20))).body;
  expect((await place(revision, [{ serial: device.serial, x: 0.25, y: 1 }])).status).toBe(200);
}
const serialsOn = async (node = shop): Promise<string[]> => (await read(node)).devices.map(({ serial }) => serial);

describe('the floor plan of a node', () => {
  it('is one image, whose file is there as long as a node has it', async () => {
    expect(await read()).toEqual({ company_id: shop.company_id, image: null, revision: 0, devices: [] });
    const first = await upload(pngImage(40, 20));
    expect(first.body).toMatchObject({ image: { format: 'png', width: 40, height: 20 }, revision: 1, devices: [] });
    await upload(pngImage(40, 20), 'image/png', owner, main);
    const second = await upload(jpegHeader(300, 200), 'image/jpeg');
    expect(second.body.image).toMatchObject({ format: 'jpeg', width: 300, height: 200 });
    // The main company has the same image.
    expect(isStored(first.body.image?.sha256)).toBe(true);
    await api.call(floorPlansHttp.remove, owner, { company_id: main.company_id });
    expect(isStored(first.body.image?.sha256)).toBe(false);
    expect(isStored(second.body.image?.sha256)).toBe(true);
    expect((await api.call(floorPlansHttp.remove, owner, { company_id: main.company_id })).status).toBe(204);
    const acts = await findAudit(api.db, 'company.floor-plan', shop.company_id);
    expect(acts.map(({ after }) => after)).toContainEqual({ floor_plan: second.body.image?.sha256 });
  });

  it('leaves no file when the node is deleted', async () => {
    const yard = await createCompany(api, { below: main, name: 'Yard' });
    const { image } = (await upload(pngImage(41, 20), 'image/png', owner, yard)).body;
    const kept = (await upload(pngImage(42, 20))).body.image;
    await api.call(companyChangesHttp.remove, owner, { company_id: yard.company_id });
    await removeUnusedPlanFiles({ db: api.db, files: createDirectoryStore(api.config.DATA_DIR) });
    expect([isStored(image?.sha256), isStored(kept?.sha256)]).toEqual([false, true]);
  });

  it('is delivered as an image that can do nothing', async () => {
    const bytes = webpHeader(640, 480);
    await upload(bytes, 'image/webp');
    const answer = await api.raw(floorPlansHttp.image, owner, { company_id: shop.company_id });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });

  it.each([
    ['no image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 422],
    ['a GIF image', Buffer.from('GIF89a                                  '), 'image/gif', 422],
    ['an image that names another type', jpegHeader(10, 10), 'image/png', 422],
    ['an empty file', Buffer.alloc(0), 'image/png', 422],
    ['an image without a size', pngImage(1, 1, { width: 0, height: 1 }), 'image/png', 422],
    ['an image of too many pixels', pngImage(1, 1, { width: 8_000, height: 5_001 }), 'image/png', 422],
    ['a file that is too large', Buffer.alloc(FLOOR_PLAN_MAX_BYTES + 1), 'image/png', 413],
  ])('is not %s', async (_what, bytes, type, status) => {
    expect((await upload(bytes, type)).status).toBe(status);
    expect((await read()).image).toBeNull();
  });

  it('counts for the storage of the owner', async () => {
    // A gigabyte each, since the bytes of a file are an integer.
    const bytes = 1024 ** 3 - 12;
    const hashes = Array.from({ length: 5 }, () => randomBytes(32).toString('hex'));
    const files = hashes.map((sha256) => ({ sha256, bytes, format: 'mp3' as const, duration_ms: 1 }));
    await api.db.insertInto('audio_files').values(files).execute();
    const fields = { user_id: owner.id, name: 'File', title: null, artist: null, peaks: '[]' };
    await api.db
      .insertInto('audio')
      .values(hashes.map((sha256) => Object.assign({ sha256 }, fields)))
      .execute();
    const refused = await upload(pngImage(40, 20));
    expect(refused).toMatchObject({
      status: 422,
      body: { error: 'Your audio and floor plans may take 5 GB together. Please delete some first.' },
    });
    await api.db.deleteFrom('audio').where('user_id', '=', owner.id).execute();
    await api.db.deleteFrom('audio_files').where('sha256', 'in', hashes).execute();
    expect((await upload(pngImage(40, 20))).status).toBe(200);
  });

  it('is seen with the node, and changed by those who may change it', async () => {
    await placed();
    const viewer = await createMember(api, owner, shop, { role: 'viewer' });
    const manager = await createMember(api, owner, shop, { role: 'manager' });
    expect((await read(shop, viewer)).devices).toMatchObject([{ serial: device.serial, x: 0.25, y: 1 }]);
    const image = await api.raw(floorPlansHttp.image, viewer, { company_id: shop.company_id });
    expect(image.status).toBe(200);
    await image.body?.cancel();
    expect((await upload(pngImage(9, 9), 'image/png', viewer)).status).toBe(403);
    expect((await place(2, [], shop, viewer)).status).toBe(403);
    expect((await upload(pngImage(9, 9), 'image/png', manager)).status).toBe(200);
    expect((await upload(pngImage(9, 9), 'image/png', manager, elsewhere)).status).toBe(404);
    const stranger = await createMember(api, owner, elsewhere, { role: 'viewer' });
    for (const call of [floorPlansHttp.read, floorPlansHttp.image])
      expect((await api.call(call, stranger, { company_id: shop.company_id })).status).toBe(404);
  });
});

describe('devices on a floor plan', () => {
  it('stay when the image is replaced, and are replaced as one list', async () => {
    await placed();
    await upload(pngImage(10, 10));
    expect((await read()).devices).toMatchObject([
      { serial: device.serial, name: 'Speaker of Shop 12', status: 'offline', has_alarm: false, x: 0.25, y: 1 },
    ]);
    expect((await place(2, [])).body).toMatchObject({ revision: 3, devices: [] });
    const [act] = await findAudit(api.db, 'company.floor-plan-devices', shop.company_id);
    expect(act).toBeDefined();
  });

  it('are not overwritten by somebody who has not seen the last list', async () => {
    await placed();
    const late = await place(1, []);
    expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(await serialsOn()).toEqual([device.serial]);
  });

  it('are at the node or below it', async () => {
    const { serial } = await createDevice(api, { user_id: owner.id, company_id: elsewhere.company_id });
    const { revision } = (await upload(pngImage(9, 9))).body;
    const spot = { x: 0.5, y: 0.5 };
    expect((await place(revision, [{ serial, ...spot }])).status).toBe(422);
    expect((await place(revision, [{ serial: device.serial, x: 1.01, y: 0 }])).status).toBe(400);
    const present = { serial: device.serial, ...spot };
    expect((await place(revision, [present, present])).status).toBe(400);
    expect((await place(1, [], main)).status).toBe(409);
  });

  it('go when the device leaves the branch, and only then', async () => {
    await placed();
    await upload(pngImage(9, 9), 'image/png', owner, main);
    await place(1, [{ serial: device.serial, x: 0, y: 0 }], main);
    const free = await createCompany(api, { below: shop, name: 'Till' });
    const bind = (node: NodePosition) =>
      api.call(bindingHttp.bind, owner, { serial: device.serial, company_id: node.company_id });
    const move = (node: NodePosition, below: NodePosition | undefined) =>
      api.call(companyChangesHttp.move, owner, {
        company_id: node.company_id,
        parent_company_id: below?.company_id,
      });
    // Within the branch of the shop nothing changes.
    const shelf = await createCompany(api, { below: main, name: 'North' });
    expect((await move(shop, shelf)).status).toBe(200);
    expect([await serialsOn(), await serialsOn(main)]).toEqual([[device.serial], [device.serial]]);
    // A device node that is moved out of the shop is still below the main company.
    const depot = await createCompany(api, { below: main, type: 'Company', name: 'Depot' });
    expect((await move(door, depot)).status).toBe(200);
    expect([await serialsOn(), await serialsOn(main)]).toEqual([[], [device.serial]]);
    await api.call(bindingHttp.unbind, owner, { serial: device.serial });
    expect(await serialsOn(main)).toEqual([]);
    expect((await bind(free)).status).toBe(200);
    expect(await serialsOn()).toEqual([]);
  });
});
