import { parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import {
  clientLocationSchema,
  type ClientLocation,
  type Country,
  type Language,
  type LookupLanguage,
  type PhoneCode,
  type UtcZone,
} from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { UNREADABLE_ANSWER } from '../base/unreadable-answer.ts';
import { baseApi } from '../base/base-api.ts';
import { lenient } from '../base/lenient.ts';
import type { ApiQuery } from '../base/base-query.ts';
import { rememberSession } from '../../lib/session/session-store.ts';
import { readLookup, writeLookup, type LookupKey } from './lookup-cache.ts';
import { countryListSchema, languageListSchema, phoneCodeListSchema, timeZoneListSchema } from './lookup-schemas.ts';

type Ask = (url: string) => ReturnType<ApiQuery>;

/** From session storage, else from the server: a list is requested once per session and language, and on a refetch. */
const cachedList =
  <T>(url: string, key: LookupKey, schema: z.ZodType<T>) =>
  async (lang: LookupLanguage, { forced }: { forced?: boolean }, _options: unknown, ask: Ask) => {
    const cached = forced === true ? undefined : readLookup(key, lang, schema);
    if (cached !== undefined) return { data: cached };
    const isSameSession = rememberSession();
    const answer = await ask(`${url}${url.includes('?') ? '&' : '?'}lang=${lang}`);
    if (answer.error) return { error: answer.error };
    const { data } = schema.safeParse(answer.data);
    if (data === undefined) return { error: UNREADABLE_ANSWER };
    if (isSameSession()) writeLookup(key, lang, data);
    return { data };
  };

const offsetAnswerSchema = z.object({
  utc_offset: z.string(),
  time_zone: z.string().nullish(),
  time_zones: z.array(z.string()).catch([]),
});
const languageAnswerSchema = z.object({ lang: z.string().optional(), language: z.string().optional() });

/** The present time of a country; `minutes` is 0 where the answer cannot be read; see LOOKUP-5. */
export type CountryClock = {
  minutes: number;
  /** The time zone of the country's capital. */
  timeZone: string | null;
  timeZones: string[];
};
export const NO_CLOCK: CountryClock = { minutes: 0, timeZone: null, timeZones: [] };

/** Reads `utc_offset` as `+HH:MM`. */
export function readCountryClock(answer: unknown): CountryClock {
  const { data } = offsetAnswerSchema.safeParse(answer);
  if (!data) return NO_CLOCK;
  return {
    minutes: parseUtcOffset(data.utc_offset) ?? 0,
    timeZone: data.time_zone ?? null,
    timeZones: data.time_zones,
  };
}

/** Lists and facts that forms choose from. They are public; what cannot be read has a fallback in `use-lookups.ts`. */
export const lookupsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /voices/languages: the choices of registration. */
    getLanguages: build.query<Language[], LookupLanguage>({
      queryFn: cachedList('voices/languages', 'languages', languageListSchema),
    }),
    /** The languages that have voices. */
    getVoiceLanguages: build.query<Language[], LookupLanguage>({
      queryFn: cachedList('voices/languages?with_voices=true', 'voiceLanguages', languageListSchema),
      providesTags: ['Voice'],
    }),
    /** GET /auth/languages: the choices of the profile, the same as those of registration. */
    getAccountLanguages: build.query<Language[], LookupLanguage>({
      queryFn: cachedList('auth/languages', 'languages', languageListSchema),
    }),
    getCountries: build.query<Country[], LookupLanguage>({
      queryFn: cachedList('admin/countries', 'countries', countryListSchema),
    }),
    getPhoneCodes: build.query<PhoneCode[], LookupLanguage>({
      queryFn: cachedList('admin/countries/phone-codes', 'phoneCodes', phoneCodeListSchema),
    }),
    getTimeZones: build.query<UtcZone[], LookupLanguage>({
      queryFn: cachedList('admin/countries/UTCzones', 'timeZones', timeZoneListSchema),
    }),
    getCountryClock: build.query<CountryClock, string>({
      query: (country) => `admin/countries/utc-offset/${encodeURIComponent(country)}`,
      transformResponse: readCountryClock,
    }),
    /** The code of a country's main language; null where the answer has none. */
    getCountryLanguage: build.query<string | null, string>({
      query: (country) => `admin/countries/language/${encodeURIComponent(country)}`,
      transformResponse: (answer) => {
        const { data } = languageAnswerSchema.safeParse(answer);
        return data?.lang ?? data?.language ?? null;
      },
    }),
    /** GET /auth/user/ip: the location that the server derives from the IP address. */
    getClientLocation: build.query<ClientLocation, LookupLanguage>({
      query: (lang) => `auth/user/ip?lang=${lang}`,
      rawResponseSchema: lenient(clientLocationSchema),
    }),
  }),
});

export const {
  useGetLanguagesQuery,
  useGetVoiceLanguagesQuery,
  useGetAccountLanguagesQuery,
  useGetCountriesQuery,
  useGetPhoneCodesQuery,
  useGetTimeZonesQuery,
  useGetClientLocationQuery,
  useLazyGetTimeZonesQuery,
  useLazyGetClientLocationQuery,
  useLazyGetCountryClockQuery,
  useLazyGetCountryLanguageQuery,
} = lookupsApi;
