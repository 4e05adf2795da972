import { audioHttp } from '@belfry/schemas/http/library/audio';
import { readdirSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { tone, uploadAudio } from '../../support/library.ts';

const GB = 1024 ** 3;
const ROOMY = { free: 50 * GB, size: 100 * GB };

let api: TestApi;
let owner: TestUser;
let space = ROOMY;
const open: ClientRequest[] = [];
beforeAll(async () => {
  api = await startTestApi({}, undefined, { uploads: { readSpace: async () => space } });
});
beforeEach(async () => {
  owner = await createUser(api);
});
afterEach(async () => {
  space = ROOMY;
  for (const call of open.splice(0)) call.destroy();
  await until('the work files are deleted', () => workFiles().length === 0);
});
afterAll(() => api.stop());

const workFiles = (): string[] => readdirSync(join(api.config.DATA_DIR, '.work'));

/** Begins an upload without a length, and sends its first kilobyte. */
function begin({ key }: TestUser): {
  call: ClientRequest;
  answer: Promise<{ status: number; body: { error: string } }>;
} {
  const address = api.address(audioHttp.upload, { name: 'Endless' });
  const call = request(address, { method: 'POST', headers: { authorization: key } });
  open.push(call);
  const answered = Promise.withResolvers<IncomingMessage>();
  call.once('response', answered.resolve);
  call.once('error', answered.reject);
  call.write(Buffer.alloc(1_024));
  const answer = answered.promise.then(async (response) => ({
    status: response.statusCode ?? 0,
    body: JSON.parse(Buffer.concat(await response.toArray()).toString()) as { error: string },
  }));
  answer.catch(() => undefined);
  return { call, answer };
}

it('are two of a person at the same time, also without a length', async () => {
  for (let n = 1; n <= 2; n += 1) begin(owner);
  await until('two uploads', () => workFiles().length === 2);
  const { status, body } = await uploadAudio(api, owner, tone('mp3'));
  expect([status, body.error]).toEqual([429, expect.stringContaining('You are uploading 2 files already.')]);
  expect((await uploadAudio(api, await createUser(api), tone('mp3'))).status).toBe(201);
});

it('leave nothing when the connection ends', async () => {
  const { call } = begin(owner);
  await until('the upload', () => workFiles().length === 1);
  call.destroy();
  await until('nothing is left', () => workFiles().length === 0);
  expect((await uploadAudio(api, owner, tone('mp3'))).status).toBe(201);
});

it('stop while they arrive, with the reason, when the disk is short of space', async () => {
  const { call, answer } = begin(owner);
  await until('the upload', () => workFiles().length === 1);
  space = { free: 4 * GB, size: 20 * GB };
  call.write(Buffer.alloc(1_024));
  const refused = { status: 503, body: { code: 'files_unavailable', error: expect.stringContaining('disk space') } };
  expect(await answer).toMatchObject(refused);
  expect(await uploadAudio(api, owner, tone('mp3'))).toMatchObject(refused);
  space = { free: 6 * GB, size: 20 * GB };
  expect((await uploadAudio(api, owner, tone('mp3'))).status).toBe(201);
});
