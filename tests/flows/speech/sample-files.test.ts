import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { resetVoices } from '../../support/voices.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await resetVoices(api);
  [admin, user] = [await createAdmin(api), await createUser(api)];
});

const audio = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  // Headers of a browser’s conditional request, since fetch would add no-cache.
  fetch(`${api.url}/audio/samples/${name}.mp3`, { method, headers: { 'cache-control': 'max-age=0', ...headers } });

const remove = (name: string) => api.call(voiceSamplesHttp.remove, admin, { voice_name: name });

describe('the file of a sample', () => {
  const name = 'fr-FR-Standard-A';
  beforeAll(async () => {
    expect(await api.call(voiceSamplesHttp.url, user, { voice_name: name })).toMatchObject({ status: 200 });
  });

  it('is served at the root and below /api, with HEAD, ranges and conditional requests', async () => {
    const whole = await audio(name);
    const length = Number(whole.headers.get('content-length'));
    expect(whole.headers.get('cache-control')).toBe('no-cache');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect((await whole.bytes()).length).toBe(length);
    const below = await api.call(voiceSamplesHttp.audio, null, { voice_name: name });
    expect(below.headers.get('etag')).toBe(whole.headers.get('etag'));

    const head = await audio(name, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)]);
    const range = await audio(name, { range: 'bytes=0-99' });
    expect([range.status, (await range.bytes()).length]).toEqual([206, 100]);
    expect((await audio(name, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);

    const beyond = await audio(name, { range: `bytes=${length}-` });
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([
      416,
      `bytes */${length}`,
      '',
    ]);

    await remove(name);
    await api.call(voiceSamplesHttp.url, user, { voice_name: name });
    expect((await audio(name, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(200);
  });

  it.each([
    '..%2f..%2ffirst-run.txt',
    '..%2fsamples%2ffr-FR-Standard-A',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'fr-FR-Standard-A.mp3.part',
    '.hidden',
    'a%00b',
    'a%5Cb',
    'a/b',
    'constructor',
    'x'.repeat(90),
  ])('is never anything else: %j', async (tricky) => {
    const { status } = await audio(tricky);
    expect([400, 404]).toContain(status);
    const proxied = await api.call(voiceSamplesHttp.proxy, user, { voice_name: tricky });
    expect([400, 404]).toContain(proxied.status);
  });

  it('is read-only', async () => {
    expect((await audio(name, {}, 'POST')).status).toBe(405);
    expect((await audio(name, {}, 'DELETE')).status).toBe(405);
    expect((await stat(join(api.config.DATA_DIR, 'samples', `${name}.mp3`))).size).toBeGreaterThan(1_000);
  });
});

it('is documented as audio in the OpenAPI document', async () => {
  type Document = { paths: Record<string, { get: { responses: Record<string, { content: object }> } }> };
  const { body } = await api.get<Document>('/api/openapi.json');
  for (const { path } of [voiceSamplesHttp.audio, voiceSamplesHttp.proxy]) {
    expect(body.paths[path]?.get.responses['200']?.content).toEqual({
      'audio/mpeg': { schema: expect.objectContaining({ type: 'string', format: 'binary' }) },
    });
  }
});

it('of an unknown or blocked voice returns 404 to users', async () => {
  const name = 'it-IT-Standard-A';
  const block = (yes: boolean) =>
    api.call(voicesBulkHttp.block, admin, { display_name: 'Italian A (female)', block: yes });
  await block(true);
  const { url, urlOfVoice, proxy } = voiceSamplesHttp;
  for (const read of [url, urlOfVoice, proxy, voicesHttp.read]) {
    expect((await api.call(read, user, { voice_name: name })).status, read.path).toBe(404);
    expect((await api.call(read, admin, { voice_name: 'qq-QQ-Standard-A' })).status, read.path).toBe(404);
  }
  expect((await api.call(voiceFavoritesHttp.add, user, { voice_name: name })).status).toBe(404);
  expect((await api.call(voiceSamplesHttp.url, admin, { voice_name: name })).status).toBe(200);
  expect((await api.call(voiceSamplesHttp.request, admin, { voice_name: 'qq-QQ-Standard-A' })).status).toBe(404);
  expect((await remove('qq-QQ-Standard-A')).status).toBe(404);
  await block(false);
  expect((await api.call(voiceSamplesHttp.url, user, { voice_name: name })).status).toBe(200);
});
