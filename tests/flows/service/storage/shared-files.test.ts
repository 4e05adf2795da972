/** @module-tag full */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, type Api } from '@belfry/api/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, testConfig, type TestApi } from '../../../support/api.ts';
import { deviceAuthorization } from '../../../support/device-authorization.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../../../support/factories.ts';
import { createHttpClient, type HttpClient } from '../../../support/http-client.ts';
import { createFakeBroker } from '../../../support/services/fake-broker.ts';
import { startS3, type S3Server } from '../../../support/services/s3-server.ts';
import { until } from '../../../support/until.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { createArchive } from '../../../support/firmware.ts';
import { tone, uploadAudio } from '../../../support/library.ts';

let s3: S3Server;
let one: TestApi;
let other: Api;
let folder: string;
let http: HttpClient;
let owner: TestUser;
let device: TestDevice;
beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'belfry-other-'));
  one = await startTestApi({ RATE_LIMIT_SCALE: '100', ...s3.env });
  const { DATABASE_URL } = one.config;
  const config = testConfig({ DATABASE_URL, DATA_DIR: folder, RATE_LIMIT_SCALE: '100', ...s3.env });
  other = await startApi(config, { broker: createFakeBroker() });
  http = createHttpClient(`http://127.0.0.1:${other.port}`);
  owner = await createUser(one);
  device = await createDevice(one, { user_id: owner.id });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
  await s3.stop();
  await rm(folder, { recursive: true });
});

/** A device's requests to the other instance. */
const hear = (sha256: string, headers: Record<string, string> = {}, as = device) =>
  http.raw(audioContentHttp.download, { key: deviceAuthorization(as) }, { sha256 }, { headers });
const install = (filename: string, headers: Record<string, string> = {}) =>
  http.raw(firmwareHttp.downloadArchive, { key: deviceAuthorization(device) }, { filename }, { headers });

it('a device downloads from one instance what was uploaded to another, also in ranges', async () => {
  const bytes = tone('flac');
  const { sha256 } = (await uploadAudio(one, owner, bytes)).body;
  const whole = await hear(sha256);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/flac',
    'content-length': String(bytes.length),
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
  });
  expect(Buffer.from(await whole.bytes()).equals(bytes)).toBe(true);
  const range = await hear(sha256, { range: 'bytes=100-', 'if-range': `"${sha256}"` });
  expect([range.status, range.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(Buffer.from(await range.bytes()).equals(bytes.subarray(100))).toBe(true);
  const last = await hear(sha256, { range: 'bytes=-10' });
  expect(Buffer.from(await last.bytes()).equals(bytes.subarray(-10))).toBe(true);
  const outdated = await hear(sha256, { range: 'bytes=100-', 'if-range': '"other"' });
  expect([outdated.status, (await outdated.bytes()).length]).toEqual([200, bytes.length]);
  expect((await hear(sha256, { range: `bytes=${bytes.length}-` })).status).toBe(416);
  const known = { 'if-none-match': `"${sha256}"`, 'cache-control': 'max-age=0' };
  expect((await hear(sha256, known)).status).toBe(304);
  const stranger = await createDevice(one, { user_id: (await createUser(one)).id });
  expect((await hear(sha256, {}, stranger)).status).toBe(404);
});

it('so it is with firmware archives and samples of voices, and nothing is left in the local folders', async () => {
  const admin = await createAdmin(one);
  const archive = await createArchive(one, admin);
  const download = await install(archive.filename);
  expect((await download.bytes()).length).toBe(archive.size);
  const part = await install(archive.filename, { range: 'bytes=0-9' });
  expect([part.status, (await part.bytes()).length]).toEqual([206, 10]);
  await http.call(firmwareHttp.removeArchive, admin, { filename: archive.filename });
  expect((await install(archive.filename)).status).toBe(404);
  await one.call(voiceSamplesHttp.url, owner, { voice_name: 'fr-FR-Standard-A' });
  // The answer does not wait for a slow synthesis.
  const sample = await until(
    'the sample',
    () => fetch(`${http.url}/audio/samples/fr-FR-Standard-A.mp3`),
    ({ status }) => status !== 404,
  );
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  for (const dataDir of [folder, one.config.DATA_DIR]) {
    const left = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(left.map(({ name }) => name).filter((name) => name !== 'firmware-key.pem')).toEqual([]);
  }
});

it('while the storage is away it is named, and everything else works', async () => {
  const { sha256 } = (await uploadAudio(one, owner, tone('mp3'))).body;
  await s3.stop();
  expect(await one.call(audioContentHttp.download, owner, { sha256 })).toMatchObject({
    status: 503,
    body: { code: 'files_unavailable' },
  });
  expect((await uploadAudio(one, owner, tone('wav'))).status).toBe(503);
  expect((await one.call(audioHttp.list, owner)).body).toHaveLength(2);
  const readiness = async () => (await one.call(healthHttp.ready, null)).body.files;
  await until('readiness names it', readiness, (files) => files === 'down');
  expect((await one.call(healthHttp.ready, null)).status).toBe(200);
});
