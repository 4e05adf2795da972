import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { startGoogleTts, type FakeGoogle, type GoogleVoice } from '../../support/providers/google-tts.ts';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';

const SOUND = Buffer.from('an MP3 as Google would make it');
const voice = (name: string, ssmlGender = 'FEMALE'): GoogleVoice => ({
  name,
  languageCodes: [name.split('-').slice(0, 2).join('-')],
  ssmlGender,
  naturalSampleRateHertz: 24_000,
});

let google: FakeGoogle;
let api: TestApi;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  google = await startGoogleTts(SOUND);
  google.voices.push(
    voice('ru-RU-Standard-A'),
    voice('ru-RU-Wavenet-B', 'MALE'),
    voice('ru-RU-Wavenet-B', 'MALE'),
    voice('en-US-Neural2-C'),
    voice('en-GB-Chirp3-HD-Achernar'),
    voice('en-US-Studio-X', 'SSML_VOICE_GENDER_UNSPECIFIED'),
    voice('../../etc/passwd'),
  );
  api = await startTestApi({
    GOOGLE_TTS_URL: google.url,
    GOOGLE_TTS_CREDENTIALS: google.credentials,
    RATE_LIMIT_SCALE: '1000',
  });
  [admin, user] = [await createAdmin(api), await createUser(api)];
});
afterAll(async () => {
  await api.stop();
  await google.stop();
});

const sync = () => api.call(voicesBulkHttp.sync, admin);
const list = async () => (await api.call(voicesHttp.list, admin)).body;
const find = async (name: string) => (await list()).find(({ voice_name }) => voice_name === name);
const proxy = (name: string) => api.raw(voiceSamplesHttp.proxy, user, { voice_name: name });

describe('a switch to Google', () => {
  it('replaces the catalogue and keeps the voices that users have chosen', async () => {
    await api.call(voicesBulkHttp.rename, admin, { old_display_name: 'Russian A (female)', new_display_name: 'Anna' });
    const kept = 'pl-PL-Standard-B';
    await api.call(voiceFavoritesHttp.add, user, { voice_name: kept });
    await api.call(voiceSamplesHttp.url, user, { voice_name: 'ru-RU-Standard-A' });
    const before = (await list()).length;

    expect((await sync()).body).toEqual({ success: true, added: 4, updated: 1, removed: before - 2, total: 6 });
    expect(await find('ru-RU-Standard-A')).toMatchObject({
      display_name: 'Anna',
      provider: 'google',
      has_sample: false,
    });
    expect((await list()).map(({ display_name, voice_type, gender }) => [display_name, voice_type, gender])).toEqual([
      ['English (United Kingdom) Chirp3 HD Achernar (female)', 'neural2', 'FEMALE'],
      ['English (United States) Neural2 C (female)', 'neural2', 'FEMALE'],
      ['English (United States) Studio X (neutral)', 'standard', 'NEUTRAL'],
      ['Polish B (male)', 'standard', 'MALE'],
      ['Anna', 'standard', 'FEMALE'],
      ['Russian Wavenet B (male)', 'wavenet', 'MALE'],
    ]);
    // It cannot be chosen any more, but those who have chosen it still see it with its details.
    const polish = await api.call(voicesHttp.listOfLanguage, user, { code: 'pl' });
    expect(polish.body).toEqual([]);
    expect((await find(kept))?.sample_error).toBe('The speech provider no longer has this voice');
    expect((await proxy(kept)).status).toBe(503);
    expect((await sync()).body).toMatchObject({ added: 0, updated: 0, removed: 0, total: 6 });
  });

  it('uses Google’s speech in the language of the voice for samples', async () => {
    const response = await proxy('ru-RU-Wavenet-B');
    expect([response.status, Buffer.from(await response.bytes())]).toEqual([200, SOUND]);
    expect(google.requests.at(-1)).toEqual({
      input: { text: expect.stringContaining('голос') },
      voice: { languageCode: 'ru-RU', name: 'ru-RU-Wavenet-B' },
      audioConfig: { audioEncoding: 'MP3' },
    });
    const best = await api.call(voicesHttp.listOfLanguage, user, { code: 'en' });
    expect(best.body.map(({ type }) => type)).toEqual(['Neural2', 'Neural2', 'Standard']);
  });

  it('reads figures itself, so that its texts are not written out', async () => {
    const body = { text: 'Мы закроемся в 21:00, через 5 мин.', language: 'ru', voice: 'ru-RU-Wavenet-B' };
    await api.call(messagesHttp.preview, user, body);
    expect(google.requests.at(-1)?.input).toEqual({ text: body.text });
  });

  describe('an error of Google', () => {
    beforeEach(() => api.call(voiceSamplesHttp.reset, admin));

    it.each([
      [403, 'The speech provider does not take our credentials'],
      [429, 'The speech provider has had enough for now. Please try again later.'],
      [500, 'The speech provider answered 500'],
    ])('%i gives its error, and the next try works', async (status, message) => {
      google.failNext(status);
      const asked = await api.call(voiceSamplesHttp.request, admin, { voice_name: 'ru-RU-Standard-A' });
      expect(asked.body).toEqual({ success: false, error: message, sample_state: 'failed' });
      expect(await find('ru-RU-Standard-A')).toMatchObject({ sample_state: 'failed', sample_error: message });
      google.failNext(status);
      const played = await proxy('ru-RU-Standard-A');
      expect([played.status, await played.json()]).toEqual([
        503,
        { error: message, code: 'speech_unavailable', request_id: expect.any(String) },
      ]);
      expect((await proxy('ru-RU-Standard-A')).status).toBe(200);
      expect(await find('ru-RU-Standard-A')).toMatchObject({ sample_state: 'present', sample_error: null });
    });

    it('of a synchronisation changes nothing, also when the list is empty', async () => {
      const before = await list();
      google.failNext(503);
      expect(await sync()).toMatchObject({ status: 503, body: { code: 'speech_unavailable' } });
      const voices = google.voices.splice(0);
      expect(await sync()).toMatchObject({ status: 503, body: { code: 'speech_unavailable' } });
      google.voices.push(...voices);
      expect(await list()).toEqual(before);
    });
  });
});
