import type { Country, Language, PhoneCode } from '@belfry/schemas/http/lookups';
import { countryNames, languageNames } from './place-names.ts';
import { searchRanked, type SearchTexts } from './search-rank.ts';
import { phoneCodeOf } from './phone-countries.ts';

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
  const found = searchRanked(list, typed, ({ countryName, countryCode, phoneCode }) => ({
    ...countryTexts(countryCode, countryName),
    codes: [countryCode, phoneCode, phoneCode.replace('+', '')],
  }));
  const main = phoneCodeOf(found, `+${typed.trim().replace('+', '')}`, '');
  return main ? [main, ...found.filter((entry) => entry !== main)] : found;
}
