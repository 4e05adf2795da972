import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { loadSigningKey } from '@belfry/device-firmware-sim/archive/signing-key';
import { makeArchive, makeSigningKey } from '@belfry/device-firmware-sim/testing/make-archive';
import { ARCHIVE_MAX_BYTES } from '@belfry/schemas/domain/firmware';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import type { KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createArchive, uploadArchive } from '../../support/firmware.ts';

let api: TestApi;
let admin: TestUser;
let signingKey: KeyObject;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
  await createArchive(api, admin);
  signingKey = loadSigningKey(join(api.config.DATA_DIR, 'firmware-key.pem'));
});

const upload = (filename: string, bytes: Buffer | ReadableStream, signature: string) =>
  uploadArchive(api, admin, { filename, bytes, signature });

it('lists an uploaded archive under its name, with what its manifest says', async () => {
  const { bytes, signature, sha256 } = await makeArchive(signingKey, 7.1);
  const { status, body } = await upload('from-outside.tar.zst', bytes, signature);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    error: null,
    archive: { version: 7.1, firmware_version: '7.1', sha256 },
  });
  expect((await api.call(firmwareHttp.archives, admin)).body.archives[0]).toEqual(body.archive);
  expect(await upload('from-outside.tar.zst', bytes, signature)).toMatchObject({ status: 409 });
});

it('refuses a wrong signature, a cut archive and other files with the reason, and lists and keeps nothing', async () => {
  const before = (await api.call(firmwareHttp.archives, admin)).body.archives;
  const { bytes, signature } = await makeArchive(signingKey, 7.2);
  const foreign = await makeArchive(makeSigningKey().key, 7.2);
  const refusals = [
    // A person uploads two files at a time.
    ...(await Promise.all([
      upload('a.tar.zst', foreign.bytes, foreign.signature),
      upload('b.tar.zst', bytes.subarray(0, -20), signature),
    ])),
    await upload('c.tar.zst', Buffer.from('MZ, a program'), signature),
  ];
  expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
    [422, 'The signature of the archive is not valid'],
    [422, 'The archive is not valid: unexpected end of file'],
    [422, expect.stringMatching(/^The archive is not valid/)],
  ]);
  expect((await api.call(firmwareHttp.archives, admin)).body.archives).toEqual(before);
  const folder = join(api.config.DATA_DIR, 'archives');
  expect(readdirSync(folder)).toHaveLength(before.length);
  expect(readdirSync(join(api.config.DATA_DIR, '.work'))).toEqual([]);
});

it('refuses an archive that is announced as too large before it is received', async () => {
  const { signature } = await makeArchive(signingKey);
  const address = api.address(firmwareHttp.uploadArchive, { filename: 'd.tar.zst', signature });
  const status = await new Promise((resolve, reject) => {
    const headers = { authorization: admin.key, 'content-length': ARCHIVE_MAX_BYTES + 1 };
    const call = request(address, { method: 'POST', headers });
    call.once('error', reject);
    call.once('response', (response) => {
      resolve(response.statusCode);
      call.destroy();
    });
    call.flushHeaders();
  });
  expect(status).toBe(413);
});

it('refuses invalid names and signatures', async () => {
  const { bytes, signature } = await makeArchive(signingKey);
  expect(await upload('../up.tar.zst', bytes, signature)).toMatchObject({ status: 400 });
  expect(await upload('up.zip', bytes, signature)).toMatchObject({ status: 400 });
  expect(await upload('up.tar.zst', bytes, 'short')).toMatchObject({ status: 400 });
});
