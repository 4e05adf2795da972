import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import {
  type Country,
  type Language,
  type PhoneCode,
  type UtcZone,
  locationHttp,
  lookupsHttp,
  countrySchema,
  languageSchema,
  phoneCodeSchema,
  utcZoneSchema,
} from '@belfry/schemas/http/lookups';
import { useLocale } from '../../lib/i18n.ts';
import {
  fallbackCountries,
  fallbackLanguages,
  fallbackPhoneCodes,
  fallbackTimeZones,
} from '../../lib/lookup-fallbacks.ts';
import { parseUtcOffset, utcOffsetSchema } from '@belfry/schemas/domain/utc-offset';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import { UNREADABLE_ANSWER } from '../../lib/api/api-error.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, reading, type Ask, type Definition } from '../../lib/api/call.ts';
import { rememberSession } from '../../lib/session/session-store.ts';
import { LOOKUP_KEYS } from '../../lib/storage.ts';

/** A list in the language of the page; the fallback until it is loaded, and where it cannot be read. */
export type Lookup<T> = { list: T[]; isLoading: boolean };
type Fallback<T> = (lang: TextLanguage) => T[];

export function useCountries(fallback: Fallback<Country> = fallbackCountries): Lookup<Country> {
  const lang = useLocale();
  const { data, isLoading } = useGetCountriesQuery(lang);
  return { list: data ?? fallback(lang), isLoading };
}

export function useLanguages(fallback: Fallback<Language> = fallbackLanguages): Lookup<Language> {
  const lang = useLocale();
  const { data, isLoading } = useGetLanguagesQuery(lang);
  return { list: data ?? fallback(lang), isLoading };
}

export function useAccountLanguages(): Lookup<Language> {
  const lang = useLocale();
  const { data, isLoading } = useGetAccountLanguagesQuery(lang);
  return { list: data ?? fallbackLanguages(lang), isLoading };
}

export function usePhoneCodes(): Lookup<PhoneCode> {
  const lang = useLocale();
  const { data, isLoading } = useGetPhoneCodesQuery(lang);
  return { list: data ?? fallbackPhoneCodes(lang), isLoading };
}

export function useTimeZones(): Lookup<UtcZone> {
  const { data, isLoading } = useGetTimeZonesQuery(useLocale());
  return { list: data ?? fallbackTimeZones(), isLoading };
}

/** The lists as the console reads them: unknown fields are ignored, an empty list is replaced by the fallback. */
export const countryListSchema: z.ZodType<Country[]> = z.array(countrySchema.strip()).min(1);
const phoneCodeListSchema: z.ZodType<PhoneCode[]> = z.array(phoneCodeSchema.strip()).min(1);
const timeZoneListSchema: z.ZodType<UtcZone[]> = z
  .array(
    utcZoneSchema
      .extend({
        // Minutes, also written as `+HH:MM`; see LOOKUP-4.
        value: utcOffsetSchema,
        offset: utcOffsetSchema,
        time_zone: z.string().default(''),
        country_code: z.string().nullish(),
      })
      .strip()
      .transform(({ country_code, ...zone }) => ({ ...zone, country_code: country_code ?? null })),
  )
  .min(1);

const asLanguage = (code: string, name: string): Language => ({ code, name, native: name, flag: '' });
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const nameOf = (code: string): string => {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
};

/** A list of `{code, name}`, of codes, or a map of code to name; see LOOKUP-4. */
const languageListSchema: z.ZodType<Language[]> = z
  .union([
    z.array(
      languageSchema
        .extend({ native: z.string().optional(), flag: z.string().default('') })
        .strip()
        .transform(({ native, ...language }) => ({ ...language, native: native ?? language.name })),
    ),
    z.array(z.string()).transform((codes) => codes.map((code) => asLanguage(code, nameOf(code)))),
    z
      .record(z.string(), z.string())
      .transform((names) => Object.entries(names).map(([code, name]) => asLanguage(code, name))),
  ])
  .refine((languages) => languages.length > 0);

type LookupQuery = { lang: TextLanguage };

/** From session storage, else from the server: a list is requested once per session and language, and on a refetch. */
const cachedList =
  <T>({ query }: Pick<Definition<LookupQuery, unknown>, 'query'>, key: LookupKey, schema: z.ZodType<T>) =>
  async (lang: TextLanguage, { forced }: { forced?: boolean }, _options: unknown, ask: Ask) => {
    const cached = forced === true ? undefined : readLookup(key, lang, schema);
    if (cached !== undefined) return { data: cached };
    const isSameSession = rememberSession();
    const answer = await ask(query({ lang }));
    if (answer.error) return { error: answer.error };
    const { data } = schema.safeParse(answer.data);
    if (data === undefined) return { error: UNREADABLE_ANSWER };
    if (isSameSession()) writeLookup(key, lang, data);
    return { data };
  };

/** The present time of a country; `minutes` is 0 where the answer cannot be read; see LOOKUP-5. */
export type CountryClock = {
  minutes: number;
  /** The time zone of the country's capital. */
  timeZone: string | null;
  timeZones: string[];
};
export const NO_CLOCK: CountryClock = { minutes: 0, timeZone: null, timeZones: [] };

/** `utc_offset` is read as `+HH:MM`; see LOOKUP-5. */
export const countryClockSchema: z.ZodType<CountryClock> = z
  .object({
    utc_offset: z.string(),
    time_zone: z.string().nullish(),
    time_zones: z.array(z.string()).catch([]),
  })
  .transform(({ utc_offset, time_zone = null, time_zones }) => ({
    minutes: parseUtcOffset(utc_offset) ?? 0,
    timeZone: time_zone,
    timeZones: time_zones,
  }))
  .catch(NO_CLOCK);

/** The code is in either field; null where it is in neither, so that a form offers another language; see REG-9. */
const countryLanguageSchema: z.ZodType<string | null> = z
  .object({ lang: z.string().optional(), language: z.string().optional() })
  .transform(({ lang, language = null }) => lang ?? language)
  .catch(null);

const ofCountry = (countryCode: string) => ({ countryCode });

/** Lists and facts that forms choose from. They are public; what cannot be read has a fallback in `use-lookups.ts`. */
export const lookupsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLanguages: build.query<Language[], TextLanguage>({
      queryFn: cachedList(call(voicesHttp.languages), 'languages', languageListSchema),
    }),
    getVoiceLanguages: build.query<Language[], TextLanguage>({
      queryFn: cachedList(
        callFrom(voicesHttp.languages, ({ lang }: LookupQuery) => ({ lang, with_voices: 'true' as const })),
        'voiceLanguages',
        languageListSchema,
      ),
      providesTags: ['Voice'],
    }),
    getAccountLanguages: build.query<Language[], TextLanguage>({
      queryFn: cachedList(call(lookupsHttp.languages), 'languages', languageListSchema),
    }),
    getCountries: build.query<Country[], TextLanguage>({
      queryFn: cachedList(call(lookupsHttp.countries), 'countries', countryListSchema),
    }),
    getPhoneCodes: build.query<PhoneCode[], TextLanguage>({
      queryFn: cachedList(call(lookupsHttp.phoneCodes), 'phoneCodes', phoneCodeListSchema),
    }),
    getTimeZones: build.query<UtcZone[], TextLanguage>({
      queryFn: cachedList(call(lookupsHttp.zones), 'timeZones', timeZoneListSchema),
    }),
    getCountryClock: build.query({
      ...reading(callFrom(lookupsHttp.countryOffset, ofCountry), countryClockSchema),
    }),
    /** The code of a country's main language; null where the answer has none. */
    getCountryLanguage: build.query({
      ...reading(callFrom(lookupsHttp.countryLanguage, ofCountry), countryLanguageSchema),
    }),
    getClientLocation: build.query({ ...callFrom(locationHttp.locate, (lang: TextLanguage) => ({ lang })) }),
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

type LookupKey = Exclude<keyof typeof LOOKUP_KEYS, 'lang'>;

/** All lists are removed together when the language changes, because their names are translated. */
function clearOtherLanguage(lang: TextLanguage): void {
  if (sessionStorage.getItem(LOOKUP_KEYS.lang) === lang) return;
  for (const name of Object.values(LOOKUP_KEYS)) sessionStorage.removeItem(name);
  sessionStorage.setItem(LOOKUP_KEYS.lang, lang);
}

/** A list that was read earlier in this session; undefined where there is none, or it cannot be parsed. */
export function readLookup<T>(key: LookupKey, lang: TextLanguage, schema: z.ZodType<T>): T | undefined {
  try {
    clearOtherLanguage(lang);
    const text = sessionStorage.getItem(LOOKUP_KEYS[key]);
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps a list for the session; see LOOKUP-2. Where the storage is full the list is read again. */
export function writeLookup(key: LookupKey, lang: TextLanguage, list: unknown): void {
  try {
    clearOtherLanguage(lang);
    sessionStorage.setItem(LOOKUP_KEYS[key], JSON.stringify(list));
  } catch {
    // Without the cache the list is read from the server again.
  }
}

const canonical = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
};

/** The country of the browser's time zone, where the IP address has none, as in a private network. */
export function countryOfZone(zones: readonly UtcZone[], timeZone: string): string | null {
  const exact = zones.find((zone) => zone.time_zone === timeZone);
  // Browsers use old names for some zones: Europe/Kiev is Europe/Kyiv.
  const entry = exact ?? zones.find((zone) => canonical(zone.time_zone) === canonical(timeZone));
  return entry?.country_code ?? null;
}

/** Of its time zone; null where that is of no country. */
export const browserCountry = (zones: readonly UtcZone[]): string | null =>
  countryOfZone(zones, Intl.DateTimeFormat().resolvedOptions().timeZone);
