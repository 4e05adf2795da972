import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { Country, Language, PhoneCode, UtcZone } from '@belfry/schemas/http/lookups';

/** Replaces a list that cannot be read, without a message; see LOOKUP-3. */
const COUNTRIES = ['US', 'RU', 'DE', 'FR', 'GB', 'IT', 'ES', 'NL', 'PL', 'UA', 'CN', 'JP', 'CA'] as const;
const LANGUAGES = ['en', 'ru', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'uk', 'cs', 'sk', 'hu'] as const;
/** Registration has shorter lists. */
const REGISTRATION_COUNTRIES = ['US', 'RU', 'DE', 'FR', 'GB'] as const;
const REGISTRATION_LANGUAGES = ['en', 'ru'] as const;

const DIAL_CODES: Record<(typeof COUNTRIES)[number], string> = {
  US: '+1',
  RU: '+7',
  DE: '+49',
  FR: '+33',
  GB: '+44',
  IT: '+39',
  ES: '+34',
  NL: '+31',
  PL: '+48',
  UA: '+380',
  CN: '+86',
  JP: '+81',
  CA: '+1',
};

const HOMES: Record<(typeof LANGUAGES)[number], string> = {
  en: 'GB',
  ru: 'RU',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
  pt: 'PT',
  nl: 'NL',
  pl: 'PL',
  uk: 'UA',
  cs: 'CZ',
  sk: 'SK',
  hu: 'HU',
};

/** `RU` → 🇷🇺: regional indicators are one block of Unicode in alphabetical order. */
export const flagOf = (country: string): string =>
  String.fromCodePoint(...Array.from(country, (letter) => 0x1_f1_e6 + letter.charCodeAt(0) - 65));

const nameOf = (type: 'region' | 'language', code: string, lang: TextLanguage): string =>
  new Intl.DisplayNames(lang, { type }).of(code) ?? code;

/** With a capital letter, because Russian names of languages are lower case. */
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const countriesOf = (codes: readonly string[], lang: TextLanguage): Country[] =>
  codes.map((code) => ({ code, name: nameOf('region', code, lang), flag: flagOf(code) }));

const languagesOf = (codes: readonly (keyof typeof HOMES)[], lang: TextLanguage): Language[] =>
  codes.map((code) => ({
    code,
    name: capital(nameOf('language', code, lang)),
    native: capital(new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code),
    flag: flagOf(HOMES[code]),
  }));

export const fallbackCountries = (lang: TextLanguage): Country[] => countriesOf(COUNTRIES, lang);
export const fallbackLanguages = (lang: TextLanguage): Language[] => languagesOf(LANGUAGES, lang);
export const registrationCountries = (lang: TextLanguage): Country[] => countriesOf(REGISTRATION_COUNTRIES, lang);
export const registrationLanguages = (lang: TextLanguage): Language[] => languagesOf(REGISTRATION_LANGUAGES, lang);

export const fallbackPhoneCodes = (lang: TextLanguage): PhoneCode[] =>
  COUNTRIES.map((code) => ({
    countryName: nameOf('region', code, lang),
    countryCode: code,
    phoneCode: DIAL_CODES[code],
    flag: flagOf(code),
  }));

export const fallbackTimeZones = (): UtcZone[] => [
  { value: 120, label: 'Kiev (GMT+2)', offset: 120, time_zone: 'Europe/Kyiv', country_code: 'UA' },
];
