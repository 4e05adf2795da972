import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { clearSession, writeSession } from '../../lib/session/session-store.ts';
import { clearAllCachedVoices, voiceListsApi } from './voice-lists-api.ts';

const { getVoices } = voiceListsApi.endpoints;
const requestsTo: string[] = [];
let answer: () => Response | Promise<Response>;
let kept: (string | null)[] = [];

beforeEach(() => {
  sessionStorage.clear();
  requestsTo.length = 0;
  kept = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requestsTo.push(new URL(url).pathname);
    kept.push(sessionStorage.getItem('cached_voices_ru'));
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Each page has a new store; session storage remains. */
function newPage() {
  const { dispatch } = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  return {
    dispatch,
    names: async (language: string, forceRefetch = false) =>
      (await dispatch(getVoices.initiate(language, { forceRefetch }))).data?.map(({ name }) => name),
  };
}
const voice = (name: string, voice_type: string, gender: string) => ({ code: name, name, voice_type, gender });
const VOICES = [
  voice('Boris', 'standard', 'male'),
  voice('Anna', 'standard', 'female'),
  voice('Walt', 'wavenet', 'male'),
  voice('Nora', 'neural2', 'neutral'),
];

describe('the voices of a language', () => {
  it('are requested once per session and language, and stored by kind, gender and name', async () => {
    answer = () => Response.json(VOICES);
    const expected = ['Nora', 'Walt', 'Anna', 'Boris'];
    expect(await newPage().names('ru')).toEqual(expected);
    expect(await newPage().names('ru')).toEqual(expected);
    expect(await newPage().names('de')).toEqual(expected);
    expect(requestsTo).toEqual(['/api/voices/language/ru', '/api/voices/language/de']);
    expect(JSON.parse(sessionStorage.getItem('cached_voices_ru') ?? '')).toMatchObject([
      { name: 'Nora' },
      { name: 'Walt' },
      { name: 'Anna' },
      { name: 'Boris' },
    ]);
    expect(Object.keys(sessionStorage)).toContain('cached_voices_de');
  });

  it('are removed from storage before they are requested again', async () => {
    answer = () => Response.json(VOICES);
    await newPage().names('ru');
    answer = () => Response.json({}, { status: 500 });
    expect(await newPage().names('ru', true)).toBeUndefined();
    expect(kept).toEqual([null, null]);
    expect(sessionStorage.getItem('cached_voices_ru')).toBeNull();
  });

  it('are requested again after a change of the catalogue, by the components that show them', async () => {
    answer = () => Response.json(VOICES);
    const page = newPage();
    await page.names('ru');
    answer = () => Response.json(VOICES.slice(0, 1));
    page.dispatch(baseApi.util.invalidateTags(['Voice']));
    await vi.waitFor(() => expect(requestsTo).toHaveLength(2));
    await vi.waitFor(async () => expect(await page.names('ru')).toEqual(['Boris']));
    clearAllCachedVoices();
    await newPage().names('ru');
    expect(requestsTo).toHaveLength(3);
  });

  it.each(['[{"co', '[{}]'])('are requested again where the stored list cannot be parsed: %s', async (broken) => {
    sessionStorage.setItem('cached_voices_ru', broken);
    answer = () => Response.json(VOICES);
    expect(await newPage().names('ru')).toHaveLength(4);
  });

  it('are removed with the session', async () => {
    answer = () => Response.json(VOICES);
    await newPage().names('ru');
    clearSession();
    expect(sessionStorage.getItem('cached_voices_ru')).toBeNull();
  });

  it.each(['nobody', 'another user'])('are not stored when %s is signed in when they arrive', async (who) => {
    writeSession({ user_id: 1, role: 'user' }, 'key');
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    const names = newPage().names('ru');
    await vi.waitFor(() => expect(requestsTo).toHaveLength(1));
    clearSession();
    if (who === 'another user') writeSession({ user_id: 2, role: 'user' }, 'other key');
    resolve(Response.json(VOICES));
    expect(await names).toHaveLength(4);
    expect(sessionStorage.getItem('cached_voices_ru')).toBeNull();
  });

  it('are an error where they cannot be read', async () => {
    answer = () => Response.json({ voices: [] });
    expect(await newPage().names('ru')).toBeUndefined();
  });
});
