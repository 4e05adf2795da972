import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { createAudio, tone } from '../../support/library.ts';

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
