import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { readMp3 } from '../../support/mp3.ts';
import { enginesOf, linkEngine } from '../../support/processes/speech-engines.ts';
import { until } from '../../support/until.ts';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';

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
    const bytes = await fetch(`${api.url}/api/voices/sample-proxy/de-DE-Standard-B`, {
      headers: { authorization: user.key },
    });
    expect(bytes.headers.get('content-type')).toBe('audio/mpeg');
    expect(readMp3(await bytes.bytes()).seconds).toBeGreaterThan(2);
    for (const path of ['sample-url', 'voice/sample']) {
      const { body } = await api.get(`/api/voices/${path}/en-US-Standard-A`, { key: user.key });
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
      Array.from({ length: 20 }, () =>
        fetch(`${api.url}/api/voices/sample-proxy/${name}`, { headers: { authorization: user.key } }),
      ),
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
    const { key } = await createUser(api, { role });
    const administers = isAdministrator(role) ? 200 : 403;
    const calls: [keyof Pick<TestApi, 'get' | 'post' | 'delete'>, string, unknown, number][] = [
      ['get', 'voices/voices', undefined, administers],
      ['get', 'voices/voices/sync', undefined, administers],
      ['get', 'users/voice/es-ES-Standard-A', undefined, administers],
      ['delete', 'voices/voice/es-ES-Standard-A', undefined, administers],
      ['get', 'voices/voices/reset_samples', undefined, administers],
      ['post', 'voices/voice/block', { display_name: 'Maltese A (female)', block: false }, administers],
      [
        'post',
        'voices/voice/rename',
        { old_display_name: 'Maltese A (female)', new_display_name: 'Maltese A (female)' },
        administers,
      ],
      ['get', 'voices/language/mt', undefined, 200],
      ['get', 'voices/favorites', undefined, 200],
      ['post', 'voices/voice/favorite', { voice_name: 'mt-MT-Standard-A', sample_url: null }, 200],
      ['delete', 'voices/voice/favorite', { voice_name: 'mt-MT-Standard-A' }, 200],
      ['get', 'voices/voice/mt-MT-Standard-A', undefined, 200],
      ['get', 'voices/sample-url/mt-MT-Standard-A', undefined, 200],
    ];
    for (const [method, path, body, status] of calls) {
      expect([path, (await api[method](`/api/${path}`, { key, body })).status]).toEqual([path, status]);
      expect([path, (await api[method](`/api/${path}`, { body })).status]).toEqual([path, 401]);
    }
  });
});
