import type { LanguageVoice, Voice } from '@belfry/schemas/http/voices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';

let api: TestApi;
let admin: TestUser;
let person: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000' });
  [admin, person] = [await createAdmin(api), await createUser(api)];
});
afterAll(() => api.stop());

const list = (query: Record<string, string> = {}, key = admin.key) =>
  api.get<Voice[]>(`/api/voices/voices?${new URLSearchParams(query)}`, { key });
const ofLanguage = (code: string) => api.get<LanguageVoice[]>(`/api/voices/language/${code}`, { key: person.key });

describe('a fresh machine', () => {
  it('has the default voice, before anybody has synchronised anything', async () => {
    const { body, headers } = await list();
    expect(body.length).toBeGreaterThan(300);
    expect(headers.get('x-total-count')).toBeNull();
    expect(body.find(({ voice_name }) => voice_name === 'ru-RU-Standard-A')).toEqual({
      voice_name: 'ru-RU-Standard-A',
      display_name: 'Russian A (female)',
      language: 'ru',
      languagefull: 'Russian (Russia)',
      language_codes: ['ru-RU'],
      voice_type: 'standard',
      gender: 'FEMALE',
      block: false,
      favorit: 0,
      used: 0,
      has_sample: false,
      sample_state: 'none',
      sample_error: null,
      provider: 'espeak',
    });
  });

  it('gives people the voices of a language', async () => {
    const { body } = await ofLanguage('ru');
    expect(body.map(({ voice_name }) => voice_name)).toEqual(['A', 'C', 'B', 'D'].map((l) => `ru-RU-Standard-${l}`));
  });
});
