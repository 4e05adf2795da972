import { TEXT_LANGUAGES, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { CONTINENTS, type Country, type PhoneCode } from '@belfry/schemas/http/lookups';
import { continents, countries, type TCountryCode } from 'countries-list';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';

type Names = {
  country: (code: string) => string | undefined;
  language: (code: string) => string | undefined;
  compare: (a: string, b: string) => number;
};

function createNames(lang: TextLanguage): Names {
  const regions = new Intl.DisplayNames([lang], { type: 'region', fallback: 'none' });
  const languages = new Intl.DisplayNames([lang], { type: 'language', fallback: 'none' });
  return {
    country: (code) => regions.of(code),
    language: (code) => {
      const name = languages.of(code);
      return name && name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
    },
    compare: new Intl.Collator(lang).compare,
  };
}

export const NAMES: Record<TextLanguage, Names> = {
  en: createNames('en'),
  ru: createNames('ru'),
  de: createNames('de'),
};

const REGIONAL_INDICATOR_A = 0x1f1e6;

/** The emoji of a country's flag: the letters of its code as regional indicator symbols. */
export const flagOf = (countryCode: string): string =>
  countryCode
    .toUpperCase()
    .replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 65));

const CODES = Object.keys(countries) as TCountryCode[];

export const isCountry = (code: string): code is TCountryCode => Object.hasOwn(countries, code);

/** The dial code with its plus: that of libphonenumber, or the first of countries-list where libphonenumber has none. */
export function phoneCodeOf(code: TCountryCode): string {
  const callingCode = isSupportedCountry(code) ? getCountryCallingCode(code) : countries[code].phone[0];
  return `+${callingCode}`;
}

/** The first official language; English where there is none (Antarctica). */
export const languageOfCountry = (code: TCountryCode): string => countries[code].languages[0] ?? 'en';

export const countryName = (code: string, lang: TextLanguage = 'en'): string | null =>
  isCountry(code) ? (NAMES[lang].country(code) ?? countries[code].name) : null;

function listCountries(lang: TextLanguage): Country[] {
  const { compare } = NAMES[lang];
  return CODES.map((code) => ({ code, name: countryName(code, lang) ?? code, flag: flagOf(code) })).sort((a, b) =>
    compare(a.name, b.name),
  );
}

const LISTS = Object.fromEntries(TEXT_LANGUAGES.map((lang) => [lang, listCountries(lang)])) as Record<
  TextLanguage,
  Country[]
>;

export const countriesIn = (lang: TextLanguage): Country[] => LISTS[lang];

export const phoneCodesIn = (lang: TextLanguage): PhoneCode[] =>
  LISTS[lang].map(({ code, name, flag }) => ({
    countryName: name,
    countryCode: code,
    phoneCode: phoneCodeOf(code as TCountryCode),
    flag,
  }));

/** The codes of a continent by its name or code, in upper or lower case; null for an unknown one. */
function continentCodes(continent: string): readonly string[] | null {
  const lowerName = continent.toLowerCase();
  const code = continent.toUpperCase();
  if (Object.hasOwn(continents, code)) return [code];
  return Object.entries(CONTINENTS).find(([name]) => name.toLowerCase() === lowerName)?.[1] ?? null;
}

/** Null for an unknown continent. A country on two continents belongs to both. */
export function countriesOfContinent(continent: string, lang: TextLanguage): Country[] | null {
  const codes = continentCodes(continent);
  if (!codes) return null;
  return LISTS[lang].filter(({ code }) => {
    const country = countries[code as TCountryCode];
    return [country.continent, ...(country.continents ?? [])].some((on) => codes.includes(on));
  });
}

/** The country of a stored text: its code, or its name in a language of texts; undefined where it is none. */
export const countryOfText = (text: string): TCountryCode | undefined =>
  CODES.find((code) => code === text || TEXT_LANGUAGES.some((lang) => countryName(code, lang) === text));

export function countriesNamed(text: string): string[] {
  const pattern = text.toLowerCase();
  const matches = Object.values(LISTS).flatMap((list) =>
    list.filter(({ name }) => name.toLowerCase().includes(pattern)),
  );
  return [...new Set(matches.map(({ code }) => code))];
}
