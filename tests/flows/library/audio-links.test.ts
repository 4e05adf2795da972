import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { audioName } from '@belfry/api/storage/index';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { createAudio, tone } from '../../support/library.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
});

/** A new file of the owner, and an address of it that this person has asked for. */
async function linkFor({ key }: TestUser, format: 'mp3' | 'wav' = 'mp3') {
  const file = await createAudio(api, owner, tone(format));
  const { status, body } = await api.call(audioContentHttp.createLink, { key }, { sha256: file.sha256 });
  expect(status).toBe(200);
  return { sha256: file.sha256, url: body.url };
}
const statusOf = async (url: string) => (await fetch(api.url + url)).status;

it('an address plays a file without a key, and no other file', async () => {
  const [first, second] = [await linkFor(owner), await linkFor(owner, 'wav')];
  const part = await fetch(api.url + first.url, { headers: { range: 'bytes=0-9' } });
  expect([part.status, Buffer.from(await part.bytes()).equals(tone('mp3').subarray(0, 10))]).toEqual([206, true]);
  expect(await statusOf(first.url.replace(first.sha256, second.sha256))).toBe(404);
});

it('an address ends when its person signs out', async () => {
  const admin = await createAdmin(api);
  const { url } = await linkFor(admin);
  expect(await statusOf(url)).toBe(200);
  await api.call(authHttp.signOut, admin);
  expect(await statusOf(url)).toBe(404);
});

it.each([
  ['blocked', { blocked: true }],
  ['suspended', { active: false }],
  ['no administrator any more', { role: 'user' }],
] as const)('an address ends when its person is %s', async (_what, change) => {
  const admin = await createAdmin(api);
  const { url } = await linkFor(admin);
  expect(await statusOf(url)).toBe(200);
  await api.db.updateTable('users').set(change).where('id', '=', admin.id).execute();
  expect(await statusOf(url)).toBe(404);
});

/** Downloads of one caller at once. */
const AT_ONCE = 6;
/** More than the buffers of a connection hold: a download that nobody reads lasts. */
const LARGE_BYTES = 64 * 1_024 ** 2;

it('a person, with key and addresses, and a device download six files at once, and the next when one has ended', async () => {
  const person = await createUser(api);
  const device = await createDevice(api, { user_id: person.id });
  const { sha256 } = await createAudio(api, person, Buffer.concat([tone('wav'), randomBytes(16)]));
  await truncate(join(api.config.DATA_DIR, audioName(sha256)), LARGE_BYTES);
  const { body: link } = await api.call(audioContentHttp.createLink, person, { sha256 });
  const withKey = (key: string) => () => api.raw(audioContentHttp.download, { key }, { sha256 });
  const withAddress = () => fetch(api.url + link.url);
  for (const ways of [[withKey(person.key), withAddress], [withKey(deviceAuthorization(device))]]) {
    const [first, ...others] = await Promise.all(
      Array.from({ length: AT_ONCE / ways.length }, () => ways).flatMap((each) => each.map((begin) => begin())),
    );
    expect([first, ...others].map((download) => download?.status)).toEqual(Array(AT_ONCE).fill(200));
    for (const begin of ways) expect((await begin()).status).toBe(429);
    await first?.body?.cancel();
    for (const begin of ways) {
      const next = await until('a place is free', begin, ({ status }) => status === 200);
      await next.body?.cancel();
    }
    for (const download of others) await download.body?.cancel();
  }
});
