import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { resetVoices } from '../../support/voices.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { eventsTo } from '../../support/services/fake-broker.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await resetVoices(api);
  [admin, user] = [await createAdmin(api), await createUser(api)];
});

const find = async (name: string) =>
  (await api.call(voicesHttp.list, admin, { q: name })).body.find(({ voice_name }) => voice_name === name);
/** The voices that console events to a user name. */
const changedVoicesOf = (user: TestUser) =>
  eventsTo(api, user).flatMap((event) => (event.type === 'voices_changed' ? event.ids : []));

describe('users', () => {
  it('choose among the voices of a language', async () => {
    expect((await api.call(voicesHttp.listOfLanguage, user, { code: 'ru' })).body.map(({ code }) => code)).toEqual(
      ['A', 'C', 'B', 'D'].map((letter) => `ru-RU-Standard-${letter}`),
    );
    expect((await api.call(voicesHttp.listOfLanguage, user, { code: 'ru' })).body[0]).toEqual({
      code: 'ru-RU-Standard-A',
      voice_name: 'ru-RU-Standard-A',
      name: 'Russian A (female)',
      display_name: 'Russian A (female)',
      gender: 'female',
      type: 'Standard',
      voice_type: 'standard',
      language: 'ru',
      language_codes: ['ru-RU'],
      has_sample: false,
    });
    const locales = async (code: string) => [
      ...new Set((await api.call(voicesHttp.listOfLanguage, user, { code })).body.flatMap((v) => v.language_codes)),
    ];
    expect(await locales('pt_br')).toEqual(['pt-BR']);
    expect((await locales('en-AU')).sort()).toEqual(['en-GB', 'en-US']);
    expect([await locales('zh-CN'), await locales('no'), await locales('xx')]).toEqual([['cmn-CN'], ['nb-NO'], []]);
    expect((await api.call(voicesHttp.listOfLanguage, user, { code: 'r;drop' })).status).toBe(400);
  });

  it('see only languages with voices', async () => {
    const languages = async (query: object) => (await api.call(voicesHttp.languages, null, { ...query })).body;
    const before = await languages({ with_voices: 'true', lang: 'ru' });
    expect(before.find(({ code }) => code === 'ru')).toMatchObject({ name: 'Русский', flag: '🇷🇺' });
    expect(before.find(({ code }) => code === 'yue')).toMatchObject({ native: '粵語' });
    expect((await languages({})).length).toBeGreaterThan(before.length);
    for (const voice of (await api.call(voicesHttp.listOfLanguage, user, { code: 'kl' })).body) {
      await api.call(voicesBulkHttp.block, admin, { display_name: voice.display_name, block: true });
    }
    expect((await languages({ with_voices: 'true' })).map(({ code }) => code)).not.toContain('kl');
    expect((await languages({ with_blocked: 'true' })).map(({ code }) => code)).toContain('kl');
    expect((await languages({ with_blocked: 'true' })).map(({ code }) => code)).toContain('kl');
  });

  it('have their own favourites, the newest first', async () => {
    const { key, id } = await createUser(api);
    const of = (voice_name: string) => ({ voice_name, sample_url: '/audio/samples/elsewhere.mp3' });
    for (const name of ['pl-PL-Standard-A', 'cs-CZ-Standard-B', 'pl-PL-Standard-A']) {
      expect((await api.call(voiceFavoritesHttp.add, { key }, of(name))).body).toEqual({ success: true });
    }
    expect((await api.call(voiceFavoritesHttp.list, { key })).body).toEqual([
      {
        voice_name: 'cs-CZ-Standard-B',
        display_name: 'Czech B (male)',
        gender: 'male',
        language_codes: ['cs-CZ'],
        sample_url: '/audio/samples/cs-CZ-Standard-B.mp3',
        added_at: expect.any(String),
      },
      expect.objectContaining({ voice_name: 'pl-PL-Standard-A', gender: 'female' }),
    ]);
    expect((await api.call(voiceFavoritesHttp.list, user)).body.map(({ voice_name }) => voice_name)).not.toContain(
      'cs-CZ-Standard-B',
    );
    for (let times = 0; times < 2; times += 1) {
      expect((await api.call(voiceFavoritesHttp.remove, { key }, of('pl-PL-Standard-A'))).body).toEqual({
        success: true,
      });
    }
    expect((await api.call(voiceFavoritesHttp.list, { key })).body.map(({ voice_name }) => voice_name)).toEqual([
      'cs-CZ-Standard-B',
    ]);
    await expect.poll(() => changedVoicesOf({ id } as TestUser)).toContain('cs-CZ-Standard-B');
    expect((await api.call(voiceFavoritesHttp.add, { key }, of('xx-XX-Standard-A'))).status).toBe(404);
    await api.db.deleteFrom('users').where('id', '=', id).execute();
    expect((await find('cs-CZ-Standard-B'))?.favorit).toBe(0);
  });
});
