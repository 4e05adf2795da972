import {
  CONTINENTS,
  LOOKUP_LANGUAGES,
  type Country,
  type LookupLanguage,
  type PhoneCode,
} from '@belfry/schemas/http/lookups';
import { continents, countries, type TCountryCode } from 'countries-list';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { flagOf, NAMES } from './names.ts';

/** ISO 3166-1 alpha-2 codes of every country. */
const CODES = Object.keys(countries) as TCountryCode[];

export const isCountry = (code: string): code is TCountryCode => Object.hasOwn(countries, code);

/** The dial code with its plus: that of libphonenumber, or the first of countries-list where libphonenumber has none. */
export function phoneCodeOf(code: TCountryCode): string {
  const known = isSupportedCountry(code) ? getCountryCallingCode(code) : countries[code].phone[0];
  return `+${known}`;
}

/** The first official language; English where there is none (Antarctica). */
export const languageOfCountry = (code: TCountryCode): string => countries[code].languages[0] ?? 'en';

export const countryName = (code: string, lang: LookupLanguage = 'en'): string | null =>
  isCountry(code) ? (NAMES[lang].country(code) ?? countries[code].name) : null;

function listCountries(lang: LookupLanguage): Country[] {
  const { compare } = NAMES[lang];
  return CODES.map((code) => ({ code, name: countryName(code, lang) ?? code, flag: flagOf(code) })).sort((a, b) =>
    compare(a.name, b.name),
  );
}

const LISTS = Object.fromEntries(LOOKUP_LANGUAGES.map((lang) => [lang, listCountries(lang)])) as Record<
  LookupLanguage,
  Country[]
>;

/** All countries, sorted by name. */
export const countriesIn = (lang: LookupLanguage): Country[] => LISTS[lang];

/** All countries with their dial codes, sorted by name. */
export const phoneCodesIn = (lang: LookupLanguage): PhoneCode[] =>
  LISTS[lang].map(({ code, name, flag }) => ({
    countryName: name,
    countryCode: code,
    phoneCode: phoneCodeOf(code as TCountryCode),
    flag,
  }));

/** The codes of a continent by its name or code, in upper or lower case; null for an unknown one. */
function continentCodes(continent: string): readonly string[] | null {
  const wanted = continent.toLowerCase();
  const code = continent.toUpperCase();
  if (Object.hasOwn(continents, code)) return [code];
  return Object.entries(CONTINENTS).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}

/** The countries of a continent, sorted by name; null for an unknown one. A country on two continents belongs to both. */
export function countriesOfContinent(continent: string, lang: LookupLanguage): Country[] | null {
  const wanted = continentCodes(continent);
  if (!wanted) return null;
  return LISTS[lang].filter(({ code }) => {
    const country = countries[code as TCountryCode];
    return [country.continent, ...(country.continents ?? [])].some((on) => wanted.includes(on));
  });
}

/** The codes of countries whose name in a language of the console contains the text. */
export function countriesNamed(text: string): string[] {
  const wanted = text.toLowerCase();
  const found = Object.values(LISTS).flatMap((list) => list.filter(({ name }) => name.toLowerCase().includes(wanted)));
  return [...new Set(found.map(({ code }) => code))];
}
