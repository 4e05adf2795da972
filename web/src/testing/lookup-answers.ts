import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import {
  lookupsHttp,
  type ClientLocation,
  type Country,
  type Language,
  type PhoneCode,
  type UtcZone,
} from '@belfry/schemas/http/lookups';
import { flagOf } from '../lib/lookup-fallbacks.ts';
import type { Answer } from './fake-server.ts';

const PLACES = [
  ['CA', 'Canada', '+1'],
  ['FR', 'France', '+33'],
  ['DE', 'Germany', '+49'],
  ['GG', 'Guernsey', '+44'],
  ['IN', 'India', '+91'],
  ['JM', 'Jamaica', '+1876'],
  ['JP', 'Japan', '+81'],
  ['RU', 'Russia', '+7'],
  ['UA', 'Ukraine', '+380'],
  ['GB', 'United Kingdom', '+44'],
  ['US', 'United States', '+1'],
] as const;
const COUNTRIES: Country[] = PLACES.map(([code, name]) => ({ code, name, flag: flagOf(code) }));
const PHONE_CODES: PhoneCode[] = PLACES.map(([countryCode, countryName, phoneCode]) => ({
  countryName,
  countryCode,
  phoneCode,
  flag: flagOf(countryCode),
}));
const languageOf = (code: string, name: string, native: string, country: string): Language => ({
  code,
  name,
  native,
  flag: flagOf(country),
});
const LANGUAGES = [
  languageOf('ar', 'Arabic', 'العربية', 'SA'),
  languageOf('en', 'English', 'English', 'GB'),
  languageOf('fr', 'French', 'Français', 'FR'),
  languageOf('de', 'German', 'Deutsch', 'DE'),
  languageOf('hu', 'Hungarian', 'Magyar', 'HU'),
  languageOf('ru', 'Russian', 'Русский', 'RU'),
  languageOf('es', 'Spanish', 'Español', 'ES'),
];
const zoneOf = (time_zone: string, country_code: string, place: string, hours: number): UtcZone => ({
  value: hours * 60,
  label: `${place} (GMT+${hours})`,
  offset: hours * 60,
  time_zone,
  country_code,
});
const ZONES = [
  zoneOf('Europe/Berlin', 'DE', 'Berlin', 1),
  zoneOf('Europe/Kyiv', 'UA', 'Kiev', 2),
  zoneOf('Europe/Moscow', 'RU', 'Moscow', 3),
  zoneOf('Asia/Tokyo', 'JP', 'Tokyo', 9),
];
const LISTS: Record<string, unknown[]> = {
  [lookupsHttp.countries.path]: COUNTRIES,
  [lookupsHttp.phoneCodes.path]: PHONE_CODES,
  [lookupsHttp.zones.path]: ZONES,
  [voicesHttp.languages.path]: LANGUAGES,
  [lookupsHttp.languages.path]: LANGUAGES,
};

export const answerLookups: Answer = ({ path }) => {
  const list = LISTS[path];
  return list && Response.json(list);
};

export const makeLocation = (overrides: Partial<ClientLocation> = {}): ClientLocation => ({
  ip: '203.0.113.7',
  country: 'Germany',
  countryCode: 'DE',
  phoneCode: '+49',
  city: 'Berlin',
  region: 'Berlin',
  language: 'en',
  timezone: 'Europe/Berlin',
  timezoneUTC: 'UTC+01:00',
  timezoneOffset: 3600,
  ...overrides,
});
