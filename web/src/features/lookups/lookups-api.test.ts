import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../api/base-api.ts';
import { sessionSlice } from '../../api/session-slice.ts';
import { lookupsApi, readCountryClock } from './lookups-api.ts';

const asked: string[] = [];
let answer: () => Response;

beforeEach(() => {
  sessionStorage.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(new URL(url).pathname + new URL(url).search);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Each page has a store of its own; the session outlives it. */
function newPage() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  return {
    languages: async (lang: 'en' | 'ru') =>
      (await store.dispatch(lookupsApi.endpoints.getLanguages.initiate(lang))).data,
  };
}

describe('a list', () => {
  const english = { code: 'en', name: 'English', native: 'English', flag: '🇬🇧' };

  it('is asked for once in a session, and kept under its name', async () => {
    answer = () => Response.json([english]);
    expect(await newPage().languages('en')).toEqual([english]);
    expect(await newPage().languages('en')).toEqual([english]);
    expect(asked).toEqual(['/api/voices/languages?lang=en']);
    expect(JSON.parse(sessionStorage.getItem('cached_languages') ?? '')).toEqual([english]);
  });

  it('is asked for again in another language, or when what is kept is broken', async () => {
    answer = () => Response.json([english]);
    await newPage().languages('en');
    await newPage().languages('ru');
    sessionStorage.setItem('cached_languages', '[{"co');
    await newPage().languages('ru');
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['codes', ['en', 'ru'], 'English, Russian'],
    ['a map', { en: 'English', ru: 'Русский' }, 'English, Русский'],
    ['entries without flag', [{ code: 'en', name: 'English' }], 'English'],
  ])('of %s is read too', async (_kind, body, names) => {
    answer = () => Response.json(body);
    const list = await newPage().languages('en');
    expect(list?.map(({ name }) => name).join(', ')).toBe(names);
  });

  it.each([
    ['nothing', () => Response.json([])],
    ['something else', () => Response.json({ error: 'x' }, { status: 500 })],
    ['half an entry', () => Response.json([{ code: 'en' }])],
  ])('that holds %s is none, and is not kept', async (_kind, given) => {
    answer = given;
    expect(await newPage().languages('en')).toBeUndefined();
    expect(sessionStorage.getItem('cached_languages')).toBeNull();
  });
});

it.each([
  [{ utc_offset: '+05:30', time_zone: 'Asia/Kolkata', time_zones: ['Asia/Kolkata'] }, 330],
  [{ utc_offset: '-03:00' }, -180],
  [{ utc_offset: 'soon' }, 0],
  [{}, 0],
])('reads the clock of a country: %j', (given, minutes) => expect(readCountryClock(given).minutes).toBe(minutes));
