import { z } from 'zod';
import { textLanguageSchema } from '../domain/text-languages.ts';
import { endpoint } from './endpoint.ts';

/** The language of the names in every list. `mixed` and unknown values mean English. */
export const lookupQuerySchema = z.object({ lang: textLanguageSchema.catch('en').default('en') });

const yes = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((word) => word === 'true' || word === '1');

export const voiceLanguagesQuerySchema = lookupQuerySchema.extend({
  with_voices: yes.describe('only languages in which a voice can be chosen'),
  with_blocked: yes.describe('only languages of the catalogue, where blocked voices count, too'),
});

const flag = z.string().describe('emoji');
const isoCode = z.string().describe('ISO 3166-1 alpha-2');

/** GET /admin/countries and /admin/countries/continent/{continent}, sorted by name. */
export const countrySchema = z.strictObject({ code: isoCode, name: z.string(), flag }).meta({ id: 'Country' });
export type Country = z.infer<typeof countrySchema>;

/** GET /auth/languages and /voices/languages, sorted by name. */
export const languageSchema = z
  .strictObject({
    code: z.string().describe('ISO 639-1, or 639-3 for languages without a shorter code'),
    name: z.string(),
    native: z.string(),
    flag,
  })
  .meta({ id: 'Language' });
export type Language = z.infer<typeof languageSchema>;

/** GET /admin/countries/phone-codes, sorted by country. */
export const phoneCodeSchema = z
  .strictObject({
    countryName: z.string(),
    countryCode: isoCode,
    phoneCode: z.string().describe('with its plus'),
    flag,
  })
  .meta({ id: 'PhoneCode' });
export type PhoneCode = z.infer<typeof phoneCodeSchema>;

export const utcZoneSchema = z
  .strictObject({
    value: z.int().describe('minutes'),
    label: z.string().describe('with a bracketed GMT part: Moscow (GMT+3)'),
    offset: z.int().describe('minutes'),
    time_zone: z.string().describe('IANA name'),
    country_code: isoCode.nullable(),
  })
  .meta({ id: 'UtcZone' });
export type UtcZone = z.infer<typeof utcZoneSchema>;

export const countryParamsSchema = z.object({ countryCode: z.string().trim().min(2).max(3) });

export const countryOffsetSchema = z
  .strictObject({
    country_code: isoCode,
    utc_offset: z.string().describe('+HH:MM or -HH:MM'),
    offset: z.int().describe('minutes'),
    time_zone: z.string().describe('IANA name'),
    time_zones: z.array(z.string()).describe('every zone of the country'),
  })
  .meta({ id: 'CountryOffset' });

export const countryLanguageSchema = z
  .strictObject({ country_code: isoCode, lang: z.string(), language: z.string().describe('the same code') })
  .meta({ id: 'CountryLanguage' });

/** The continents by their names in the console, with their ISO codes. */
export const CONTINENTS = {
  Europe: ['EU'],
  Asia: ['AS'],
  America: ['NA', 'SA'],
  'North America': ['NA'],
  'South America': ['SA'],
  Africa: ['AF'],
  Australia: ['OC'],
  Oceania: ['OC'],
  Antarctica: ['AN'],
} as const satisfies Record<string, readonly string[]>;
export const continentParamsSchema = z.object({ continent: z.string().trim().min(2).max(20) });

/**
 * GET /auth/user/ip: the estimated location of the caller, with the fields of both formats that clients read; see LOOKUP-8.
 * Unknown fields are null.
 */
export const clientLocationSchema = z
  .strictObject({
    ip: z.string(),
    country: z.string().nullable().describe('name'),
    countryCode: isoCode.nullable(),
    phoneCode: z.string().nullable().describe('with its plus'),
    city: z.string().nullable(),
    region: z.string().nullable(),
    language: z.string().nullable().describe('ISO 639-1'),
    timezone: z.string().nullable().describe('IANA name'),
    timezoneUTC: z.string().nullable().describe('UTC+03:00'),
    timezoneOffset: z.int().nullable().describe('seconds'),
  })
  .meta({ id: 'ClientLocation' });
export type ClientLocation = z.infer<typeof clientLocationSchema>;

export const locationHttp = {
  locate: endpoint({
    method: 'get',
    path: '/auth/user/ip',
    summary: 'The probable location of the caller, by address and browser',
    description: 'Without GEOIP_DB, only the address and the language are returned.',
    query: lookupQuerySchema,
    answer: clientLocationSchema,
  }),
};

export const lookupsHttp = {
  languages: endpoint({
    method: 'get',
    path: '/auth/languages',
    summary: 'Languages that users can choose',
    query: lookupQuerySchema,
    answer: z.array(languageSchema),
  }),
  countries: endpoint({
    method: 'get',
    path: '/admin/countries',
    summary: 'Countries',
    query: lookupQuerySchema,
    answer: z.array(countrySchema),
  }),
  phoneCodes: endpoint({
    method: 'get',
    path: '/admin/countries/phone-codes',
    summary: 'Countries with their dial codes',
    query: lookupQuerySchema,
    answer: z.array(phoneCodeSchema),
  }),
  zones: endpoint({
    method: 'get',
    path: '/admin/countries/UTCzones',
    summary: 'Time zones with their current offsets, from west to east',
    query: lookupQuerySchema,
    answer: z.array(utcZoneSchema),
  }),
  countryOffset: endpoint({
    method: 'get',
    path: '/admin/countries/utc-offset/{countryCode}',
    summary: 'The current offset of a country’s capital',
    params: countryParamsSchema,
    answer: countryOffsetSchema,
    errors: ['not_found'],
  }),
  countryLanguage: endpoint({
    method: 'get',
    path: '/admin/countries/language/{countryCode}',
    summary: 'The first official language of a country',
    params: countryParamsSchema,
    answer: countryLanguageSchema,
    errors: ['not_found'],
  }),
  countriesOfContinent: endpoint({
    method: 'get',
    path: '/admin/countries/continent/{continent}',
    summary: 'Countries of a continent',
    description: 'By its name (Europe, Asia, America, Africa, Australia, Antarctica) or its code (EU).',
    params: continentParamsSchema,
    query: lookupQuerySchema,
    answer: z.array(countrySchema),
    errors: ['not_found'],
  }),
};
