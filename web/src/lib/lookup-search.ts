import { TEXT_LANGUAGES } from '@belfry/schemas/domain/text-languages';
import type { Country, Language, PhoneCode } from '@belfry/schemas/http/lookups';

export const countryTexts = (code: string, name: string): SearchTexts => ({
  name,
  codes: [code],
  others: countryNames(code),
});
export const languageTexts = (code: string, name: string, native = name): SearchTexts => ({
  name,
  codes: [code],
  others: [native, ...languageNames(code)],
});

/** By code, or by name in English, in Russian or in the country's own language. */
export const searchCountries = (list: readonly Country[], typed: string): Country[] =>
  searchRanked(list, typed, ({ name, code }) => countryTexts(code, name));

/** By code, or by name in English, in Russian or in the language itself. */
export const searchLanguages = (list: readonly Language[], typed: string): Language[] =>
  searchRanked(list, typed, ({ name, native, code }) => languageTexts(code, name, native));

/** By country or by phone code, with or without its plus; of those that share a code, the main one first. */
export function searchPhoneCodes(list: readonly PhoneCode[], typed: string): PhoneCode[] {
  const matches = searchRanked(list, typed, ({ countryName, countryCode, phoneCode }) => ({
    ...countryTexts(countryCode, countryName),
    codes: [countryCode, phoneCode, phoneCode.replace('+', '')],
  }));
  const main = phoneCodeOf(matches, `+${typed.trim().replace('+', '')}`, '');
  return main ? [main, ...matches.filter((entry) => entry !== main)] : matches;
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' };

/** Normalises a text for comparison: lower case without accents (ё is е), apostrophes and full stops. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/['’ʼ`´.]/g, '')
    .replaceAll(/(?<=\p{L})[-‐–—](?=\p{L})/gu, ' ')
    .replaceAll('−', '-')
    .replaceAll(/[\s_/]+/g, ' ')
    .trim();

export type SearchTexts = { name: string; codes?: readonly string[]; others?: readonly string[] };

const NO_MATCH = Number.POSITIVE_INFINITY;

/** The rank of a match: equal, prefix, prefix of a word, substring. */
function matchOf(text: string, pattern: string): number {
  const at = text.indexOf(pattern);
  if (at === -1) return NO_MATCH;
  if (at === 0) return text.length === pattern.length ? 0 : 1;
  return text.includes(` ${pattern}`) ? 2 : 3;
}

/** Lower is better. An exact code is best; of equal matches the shown name precedes. */
function rankOf({ name, codes = [], others = [] }: SearchTexts, pattern: string): number {
  const folded = codes.map(foldText);
  if (folded.includes(pattern)) return -1;
  const position = matchOf(foldText(name), pattern);
  const rest = Math.min(...[...folded, ...others.map(foldText)].map((text) => matchOf(text, pattern)), NO_MATCH);
  return Math.min(position, rest + 0.5);
}

/** The matching entries, best first, otherwise in the order of the list; all for an empty text. */
export function searchRanked<T>(list: readonly T[], typed: string, textsOf: (entry: T) => SearchTexts): T[] {
  const pattern = foldText(typed);
  if (pattern === '') return [...list];
  return list
    .map((entry) => ({ entry, rank: rankOf(textsOf(entry), pattern) }))
    .filter(({ rank }) => rank !== NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** The main country of a dial code that several countries share. */
const MAIN: Readonly<Record<string, string>> = {
  '+1': 'US',
  '+7': 'RU',
  '+39': 'IT',
  '+44': 'GB',
  '+47': 'NO',
  '+61': 'AU',
  '+212': 'MA',
  '+262': 'RE',
  '+358': 'FI',
  '+590': 'GP',
  '+599': 'CW',
};

/** The entry of a dial code: the preferred country where it has that code, else the main one. */
export function phoneCodeOf(list: readonly PhoneCode[], dialCode: string, preferred: string): PhoneCode | undefined {
  const sharing = list.filter(({ phoneCode }) => phoneCode === dialCode);
  const of = (country: string | undefined) => sharing.find(({ countryCode }) => countryCode === country);
  return of(preferred) ?? of(MAIN[dialCode]) ?? sharing[0];
}

type Kind = 'region' | 'language';

const displays = new Map<string, Intl.DisplayNames>();
function displayOf(locale: string, type: Kind): Intl.DisplayNames {
  const key = `${type} ${locale}`;
  const names = displays.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'none' });
  displays.set(key, names);
  return names;
}

/** Undefined where the browser has no name, or the code is invalid. */
function nameIn(locale: string, type: Kind, code: string): string | undefined {
  try {
    return displayOf(locale, type).of(code);
  } catch {
    return undefined;
  }
}

function localeOfCountry(code: string): string {
  try {
    return new Intl.Locale(`und-${code}`).maximize().language;
  } catch {
    return 'en';
  }
}

/** Memoises a function: each search needs the same few hundred names for every key press. */
function remember(namesOf: (code: string) => (string | undefined)[]): (code: string) => readonly string[] {
  const cache = new Map<string, readonly string[]>();
  return (code) => {
    const names = cache.get(code) ?? [...new Set(namesOf(code))].filter((name) => name !== undefined);
    cache.set(code, names);
    return names;
  };
}

/** The names of a country (ISO 3166-1 alpha-2) in every language of the console and in its main language. */
export const countryNames = remember((code) =>
  [...TEXT_LANGUAGES, localeOfCountry(code)].map((locale) => nameIn(locale, 'region', code)),
);

/** The names of a language (BCP 47) in every language of the console and in itself. */
export const languageNames = remember((code) =>
  [...TEXT_LANGUAGES, code].map((locale) => nameIn(locale, 'language', code)),
);

/** The Russian name of a time zone's place (IANA); the English name is in the identifier. */
export const zonePlaceNames = remember((zone) => {
  try {
    const parts = new Intl.DateTimeFormat('ru', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts();
    return [zone, parts.find(({ type }) => type === 'timeZoneName')?.value];
  } catch {
    return [zone];
  }
});
