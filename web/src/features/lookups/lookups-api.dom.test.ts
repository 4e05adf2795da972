import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { clearSession, writeSession } from '../../lib/session/session-store.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { countryClockSchema, lookupsApi } from './lookups-api.ts';

const { getLanguages, getAccountLanguages, getCountries, getPhoneCodes, getTimeZones, getCountryLanguage } =
  lookupsApi.endpoints;
const requestsTo: string[] = [];
let answer: () => Response;

beforeEach(() => {
  sessionStorage.clear();
  requestsTo.length = 0;
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requestsTo.push(new URL(url).pathname + new URL(url).search);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function newPage() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  return {
    dispatch: store.dispatch,
    languages: async (lang: 'en' | 'ru') => (await store.dispatch(getLanguages.initiate(lang))).data,
  };
}
type Page = ReturnType<typeof newPage>;

describe('a list', () => {
  const russia = { code: 'RU', name: 'Russia', flag: '🇷🇺' };
  const plus7 = { countryName: 'Russia', countryCode: 'RU', phoneCode: '+7', flag: '🇷🇺' };
  const moscow = { value: 180, label: 'Moscow (GMT+3)', offset: 180, time_zone: 'Europe/Moscow', country_code: 'RU' };
  const english = { code: 'en', name: 'English', native: 'English', flag: '🇬🇧' };

  it.each([
    ['voices/languages', 'languages', english, ({ dispatch }: Page) => dispatch(getLanguages.initiate('en'))],
    ['auth/languages', 'languages', english, ({ dispatch }: Page) => dispatch(getAccountLanguages.initiate('en'))],
    ['admin/countries', 'countries', russia, ({ dispatch }: Page) => dispatch(getCountries.initiate('en'))],
    [
      'admin/countries/phone-codes',
      'phone_codes',
      plus7,
      ({ dispatch }: Page) => dispatch(getPhoneCodes.initiate('en')),
    ],
    ['admin/countries/UTCzones', 'UTCzones', moscow, ({ dispatch }: Page) => dispatch(getTimeZones.initiate('en'))],
  ])('of %s is requested once per session and stored as cached_%s', async (path, name, entry, read) => {
    answer = () => Response.json([entry]);
    expect((await read(newPage())).data).toEqual([entry]);
    expect((await read(newPage())).data).toEqual([entry]);
    expect(requestsTo).toEqual([`/api/${path}?lang=en`]);
    expect(JSON.parse(sessionStorage.getItem(`cached_${name}`) ?? '')).toEqual([entry]);
  });

  it('is not stored after signing out', async () => {
    writeSession({ user_id: 7, role: 'user' }, 'the-key');
    answer = () => {
      clearSession();
      return Response.json([english]);
    };
    expect(await newPage().languages('en')).toEqual([english]);
    expect(sessionStorage.getItem('cached_languages')).toBeNull();
  });

  it('is requested again in another language, or where the stored one cannot be parsed', async () => {
    answer = () => Response.json([english]);
    await newPage().languages('en');
    await newPage().languages('ru');
    sessionStorage.setItem('cached_languages', '[{"co');
    await newPage().languages('ru');
    expect(requestsTo).toHaveLength(3);
  });

  it.each([
    ['codes', ['en', 'ru'], 'English, Russian'],
    ['a map', { en: 'English', ru: 'Русский' }, 'English, Русский'],
    ['entries without flag', [{ code: 'en', name: 'English' }], 'English'],
  ])('is also read in the form of %s', async (_kind, body, names) => {
    answer = () => Response.json(body);
    const list = await newPage().languages('en');
    expect(list?.map(({ name }) => name).join(', ')).toBe(names);
  });

  it('of time zones may have its offsets as hours and minutes', async () => {
    answer = () => Response.json([{ value: '+05:30', label: 'Kolkata (GMT+5:30)', offset: '+05:30' }]);
    const { data } = await newPage().dispatch(getTimeZones.initiate('en'));
    expect(data).toMatchObject([{ value: 330, offset: 330, time_zone: '', country_code: null }]);
  });

  it.each([
    ['nothing', () => Response.json([])],
    ['something else', () => Response.json({ error: 'x' }, { status: 500 })],
    ['half an entry', () => Response.json([{ code: 'en' }])],
  ])('that holds %s is rejected and not stored', async (_kind, given) => {
    answer = given;
    expect(await newPage().languages('en')).toBeUndefined();
    expect(sessionStorage.getItem('cached_languages')).toBeNull();
  });
});

it.each([
  [{ lang: 'de', language: 'xx' }, 'de'],
  [{ language: 'de' }, 'de'],
  [{}, null],
])('reads the language of a country: %j', async (given, code) => {
  answer = () => Response.json(given);
  expect((await newPage().dispatch(getCountryLanguage.initiate('DE'))).data).toBe(code);
  expect(requestsTo).toEqual(['/api/admin/countries/language/DE']);
});

it.each([
  [{ utc_offset: '+05:30', time_zone: 'Asia/Kolkata', time_zones: ['Asia/Kolkata'] }, 330],
  [{ utc_offset: '-03:00' }, -180],
  [{ utc_offset: 'soon' }, 0],
  [{}, 0],
])('reads the clock of a country: %j', (given, minutes) =>
  expect(countryClockSchema.parse(given).minutes).toBe(minutes),
);
