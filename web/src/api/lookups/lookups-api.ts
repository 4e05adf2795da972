import { parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import {
  locationHttp,
  lookupsHttp,
  type Country,
  type Language,
  type LookupLanguage,
  type PhoneCode,
  type UtcZone,
} from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { UNREADABLE_ANSWER } from '../base/unreadable-answer.ts';
import { baseApi } from '../base/base-api.ts';
import { call, callFrom, reading, type Ask, type Definition } from '../base/call.ts';
import { rememberSession } from '../../lib/session/session-store.ts';
import { readLookup, writeLookup, type LookupKey } from './lookup-cache.ts';
import { countryListSchema, languageListSchema, phoneCodeListSchema, timeZoneListSchema } from './lookup-schemas.ts';

type LookupQuery = { lang: LookupLanguage };

/** From session storage, else from the server: a list is requested once per session and language, and on a refetch. */
const cachedList =
  <T>({ query }: Pick<Definition<LookupQuery, unknown>, 'query'>, key: LookupKey, schema: z.ZodType<T>) =>
  async (lang: LookupLanguage, { forced }: { forced?: boolean }, _options: unknown, ask: Ask) => {
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
    /** The choices of registration. */
    getLanguages: build.query<Language[], LookupLanguage>({
      queryFn: cachedList(call(voicesHttp.languages), 'languages', languageListSchema),
    }),
    /** The languages that have voices. */
    getVoiceLanguages: build.query<Language[], LookupLanguage>({
      queryFn: cachedList(
        callFrom(voicesHttp.languages, ({ lang }: LookupQuery) => ({ lang, with_voices: 'true' as const })),
        'voiceLanguages',
        languageListSchema,
      ),
      providesTags: ['Voice'],
    }),
    /** The choices of the profile, the same as those of registration. */
    getAccountLanguages: build.query<Language[], LookupLanguage>({
      queryFn: cachedList(call(lookupsHttp.languages), 'languages', languageListSchema),
    }),
    getCountries: build.query<Country[], LookupLanguage>({
      queryFn: cachedList(call(lookupsHttp.countries), 'countries', countryListSchema),
    }),
    getPhoneCodes: build.query<PhoneCode[], LookupLanguage>({
      queryFn: cachedList(call(lookupsHttp.phoneCodes), 'phoneCodes', phoneCodeListSchema),
    }),
    getTimeZones: build.query<UtcZone[], LookupLanguage>({
      queryFn: cachedList(call(lookupsHttp.zones), 'timeZones', timeZoneListSchema),
    }),
    getCountryClock: build.query({
      ...reading(callFrom(lookupsHttp.countryOffset, ofCountry), countryClockSchema),
    }),
    /** The code of a country's main language; null where the answer has none. */
    getCountryLanguage: build.query({
      ...reading(callFrom(lookupsHttp.countryLanguage, ofCountry), countryLanguageSchema),
    }),
    /** The location that the server derives from the IP address. */
    getClientLocation: build.query({ ...callFrom(locationHttp.locate, (lang: LookupLanguage) => ({ lang })) }),
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
