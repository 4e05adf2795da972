/** @module-tag full */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { createArchive } from '../../support/firmware.ts';
import { pathOf } from '../../support/http-client.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  admin = await createAdmin(api);
});
afterAll(() => api.stop());

describe('archives of the client software', () => {
  it('are created from the installed source, one version above the highest, and listed with the highest first', async () => {
    expect(await api.call(firmwareHttp.archives, admin)).toMatchObject({
      status: 200,
      body: { success: true, error: null, archives: [] },
    });
    const first = await createArchive(api, admin);
    const second = await createArchive(api, admin);
    expect(first).toMatchObject({
      version: 3.4,
      firmware_version: '3.4',
      path: pathOf(firmwareHttp.downloadArchive, { filename: first.filename }),
    });
    expect(second.version).toBe(3.5);
    expect((await api.call(firmwareHttp.archives, admin)).body.archives.map(({ filename }) => filename)).toEqual([
      second.filename,
      first.filename,
    ]);
    const audited = await api.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'firmware.create')
      .execute();
    expect(audited.map(({ object_id }) => object_id)).toEqual([first.filename, second.filename]);
  });

  it('are downloaded by devices with their key, whole and in ranges', async () => {
    const archive = await createArchive(api, admin);
    const device = await createDevice(api);
    const whole = Buffer.from(
      await (
        await api.raw(
          firmwareHttp.downloadArchive,
          { key: deviceAuthorization(device) },
          { filename: archive.filename },
        )
      ).arrayBuffer(),
    );
    expect(createHash('sha256').update(whole).digest('hex')).toBe(archive.sha256);
    expect(whole).toHaveLength(archive.size);
    const rest = await api.raw(
      firmwareHttp.downloadArchive,
      { key: deviceAuthorization(device) },
      { filename: archive.filename },
      { headers: { range: 'bytes=1000-' } },
    );
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(1_000));
  });

  it('are deleted with their file', async () => {
    const { filename } = await createArchive(api, admin);
    const file = join(api.config.DATA_DIR, 'archives', filename);
    expect(existsSync(file)).toBe(true);
    const remove = () => api.call(firmwareHttp.removeArchive, admin, { filename });
    expect(await remove()).toMatchObject({ status: 200, body: { success: true, error: null } });
    expect(existsSync(file)).toBe(false);
    expect(await remove()).toMatchObject({ status: 404 });
    expect((await api.raw(firmwareHttp.downloadArchive, admin, { filename })).status).toBe(404);
  });

  it('have names that are never paths', async () => {
    for (const name of ['../../firmware-key.pem', '../first-run.txt', '.work', '\0', 'a'.repeat(300)]) {
      expect((await api.raw(firmwareHttp.downloadArchive, admin, { filename: name })).status, name).toBe(400);
      expect((await api.call(firmwareHttp.removeArchive, admin, { filename: name })).status, name).toBe(400);
    }
  });

  it('are signed with a key that only its owner can read, and whose public half devices get', async () => {
    const device = await createDevice(api);
    const { status, body } = await api.call(firmwareHttp.firmwareKey, { key: deviceAuthorization(device) });
    expect({ status, body }).toEqual({ status: 200, body: { public_key: expect.stringMatching(/^[\w+/]{59}=$/) } });
    expect(statSync(join(api.config.DATA_DIR, 'firmware-key.pem')).mode & 0o777).toBe(0o600);
  });
});

describe('the rights to archives', () => {
  type Caller = 'user' | 'admin' | 'root' | 'device' | 'blocked device' | "another device's key" | 'no key';
  const keys = new Map<Caller, string | undefined>();
  let filename: string;
  beforeAll(async () => {
    const [device, other] = [await createDevice(api), await createDevice(api)];
    keys.set('user', (await createUser(api)).key);
    keys.set('admin', admin.key);
    keys.set('root', (await createUser(api, { role: 'root' })).key);
    keys.set('device', deviceAuthorization(device));
    keys.set('blocked device', deviceAuthorization(await createDevice(api, { device_mode: 'blocked' })));
    keys.set("another device's key", deviceAuthorization({ serial: device.serial, device_key: other.device_key }));
    keys.set('no key', undefined);
    ({ filename } = await createArchive(api, admin));
  });

  it.each<[Caller, list: number, create: number, download: number, key: number, remove: number]>([
    ['user', 403, 403, 403, 403, 403],
    ['admin', 200, 200, 200, 200, 404],
    ['root', 200, 200, 200, 200, 404],
    ['device', 401, 401, 200, 200, 401],
    ['blocked device', 401, 401, 401, 401, 401],
    ["another device's key", 401, 401, 401, 401, 401],
    ['no key', 401, 401, 401, 401, 401],
  ])('of %s', async (caller, list, create, download, firmwareKey, remove) => {
    const key = keys.get(caller);
    const upload = { filename: 'a.tar.zst', signature: `${'A'.repeat(86)}==` };
    expect((await api.call(firmwareHttp.archives, { key })).status).toBe(list);
    expect((await api.call(firmwareHttp.createArchive, { key })).status).toBe(create);
    // An administrator's empty upload is read, and refused for its content.
    expect((await api.call(firmwareHttp.uploadArchive, { key }, upload)).status).toBe(create === 200 ? 422 : create);
    expect((await api.raw(firmwareHttp.downloadArchive, { key }, { filename })).status).toBe(download);
    expect((await api.call(firmwareHttp.firmwareKey, { key })).status).toBe(firmwareKey);
    expect((await api.call(firmwareHttp.removeArchive, { key }, { filename: 'none.tar.zst' })).status).toBe(remove);
  });
});
