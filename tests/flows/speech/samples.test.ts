import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Voice, voicesHttp } from '@belfry/schemas/http/speech/voices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { readMp3 } from '../../support/mp3.ts';
import { enginesOf, linkEngine } from '../../support/processes/speech-engines.ts';
import { until } from '../../support/until.ts';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { type Endpoint } from '@belfry/schemas/http/endpoint';

const program = linkEngine();
let api: TestApi;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000', SPEECH_ENGINE: program.path });
  [admin, user] = [await createAdmin(api), await createUser(api)];
});
afterAll(async () => {
  await api.stop();
  program.remove();
});
const RUSSIAN = 'ru-RU-Standard-A';

const find = async (name: string): Promise<Voice | undefined> =>
  (await api.call(voicesHttp.list, admin, { q: name })).body[0];

const audio = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  // Headers of a browser’s conditional request, since fetch would add no-cache.
  fetch(`${api.url}/audio/samples/${name}.mp3`, { method, headers: { 'cache-control': 'max-age=0', ...headers } });

const samplesOnDisk = async () => readdir(join(api.config.DATA_DIR, 'samples')).catch(() => []);
const remove = (name: string) => api.call(voiceSamplesHttp.remove, admin, { voice_name: name });

describe('a voice sample', () => {
  it('is a valid MP3 that an administrator creates and deletes', async () => {
    expect((await audio(RUSSIAN)).status).toBe(404);
    const asked = await api.call(voiceSamplesHttp.request, admin, { voice_name: 'ru-RU-Standard-A' });
    expect(asked).toMatchObject({ status: 200, body: { success: true, error: null } });
    await until(
      'the sample exists',
      () => find(RUSSIAN),
      (voice) => voice?.has_sample === true,
    );
    expect(await find(RUSSIAN)).toMatchObject({ sample_state: 'present', sample_error: null });

    const response = await audio(RUSSIAN);
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    const { seconds, mono, bitrate } = readMp3(await response.bytes());
    expect({ mono, bitrate }).toEqual({ mono: true, bitrate: 64 });
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(15);
    expect(await samplesOnDisk()).toEqual([`${RUSSIAN}.mp3`]);

    expect(await remove(RUSSIAN)).toMatchObject({ status: 200, body: { success: true } });
    expect((await audio(RUSSIAN)).status).toBe(404);
    expect(await find(RUSSIAN)).toMatchObject({ has_sample: false, sample_state: 'none' });
  });

  it('is created for any user who requests it', async () => {
    const bytes = await api.raw(voiceSamplesHttp.proxy, user, { voice_name: 'de-DE-Standard-B' });
    expect(bytes.headers.get('content-type')).toBe('audio/mpeg');
    expect(readMp3(await bytes.bytes()).seconds).toBeGreaterThan(2);
    for (const endpoint of [voiceSamplesHttp.url, voiceSamplesHttp.urlOfVoice]) {
      const { body } = await api.call(endpoint, user, { voice_name: 'en-US-Standard-A' });
      expect(body).toEqual({ sample_url: '/audio/samples/en-US-Standard-A.mp3' });
    }
    expect((await audio('en-US-Standard-A')).status).toBe(200);
    const { body } = await api.call(voicesHttp.listOfLanguage, user, { code: 'de' });
    expect(body.filter(({ has_sample }) => has_sample).map(({ code }) => code)).toEqual(['de-DE-Standard-B']);
    const present = await api.call(voicesHttp.list, admin, { sample: 'present' });
    expect(present.body.map(({ voice_name }) => voice_name)).toEqual(['en-US-Standard-A', 'de-DE-Standard-B']);
  });

  it('is created once for concurrent requests', async () => {
    const name = 'uk-UA-Standard-A';
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => api.call(voiceSamplesHttp.proxy, user, { voice_name: name })),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    // Two syntheses would differ in bytes and in time.
    expect(new Set(asked.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect((await samplesOnDisk()).filter((file) => file.startsWith(name))).toEqual([`${name}.mp3`]);
  });

  it('is discarded when it is deleted during its synthesis', async () => {
    const name = 'fi-FI-Standard-A';
    expect((await api.call(messagesHttp.preview, user, { text: 'Huomenta', language: 'fi' })).status).toBe(200);
    const engine = enginesOf(process.pid, program.path).at(-1) ?? 0;
    expect(engine).toBeGreaterThan(0);
    // While it is suspended, it cannot finish before the sample is deleted.
    process.kill(engine, 'SIGSTOP');
    const made = api.call(voiceSamplesHttp.proxy, user, { voice_name: name });
    try {
      await until(
        'the synthesis is running',
        () => find(name),
        (voice) => voice?.sample_state === 'creating',
      );
      await remove(name);
    } finally {
      process.kill(engine, 'SIGCONT');
    }
    expect((await made).body).toMatchObject({ code: 'speech_unavailable' });
    expect(await find(name)).toMatchObject({ has_sample: false, sample_state: 'none', sample_error: null });
  });

  it('can be reset with all others', async () => {
    expect((await samplesOnDisk()).length).toBeGreaterThan(1);
    await writeFile(join(api.config.DATA_DIR, 'samples', 'xx.mp3.part'), 'left by a killed process');
    const { body } = await api.call(voiceSamplesHttp.reset, admin);
    expect(body).toEqual({ success: true, deleted: 3 });
    expect(await samplesOnDisk()).toEqual([]);
  });
});

describe('access by role:', () => {
  it.each(['user', 'admin', 'root'] as const)('%s', async (role) => {
    const caller = await createUser(api, { role });
    const administers = isAdministrator(role) ? 200 : 403;
    const [spanish, maltese] = [{ voice_name: 'es-ES-Standard-A' }, { voice_name: 'mt-MT-Standard-A' }];
    const name = 'Maltese A (female)';
    const calls: [Endpoint, object, number][] = [
      [voicesHttp.list, {}, administers],
      [voicesBulkHttp.sync, {}, administers],
      [voiceSamplesHttp.request, spanish, administers],
      [voiceSamplesHttp.remove, spanish, administers],
      [voiceSamplesHttp.reset, {}, administers],
      [voicesBulkHttp.block, { display_name: name, block: false }, administers],
      [voicesBulkHttp.rename, { old_display_name: name, new_display_name: name }, administers],
      [voicesHttp.listOfLanguage, { code: 'mt' }, 200],
      [voiceFavoritesHttp.list, {}, 200],
      [voiceFavoritesHttp.add, { ...maltese, sample_url: null }, 200],
      [voiceFavoritesHttp.remove, maltese, 200],
      [voicesHttp.read, maltese, 200],
      [voiceSamplesHttp.url, maltese, 200],
    ];
    for (const [endpoint, fields, status] of calls) {
      expect([endpoint.path, (await api.call(endpoint, caller, fields)).status]).toEqual([endpoint.path, status]);
      expect([endpoint.path, (await api.call(endpoint, null, fields)).status]).toEqual([endpoint.path, 401]);
    }
  });
});
