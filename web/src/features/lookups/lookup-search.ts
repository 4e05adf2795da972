import type { Country, Language, PhoneCode } from '@belfry/schemas/http/lookups';
import { phoneCodeOf } from './phone-countries.ts';

/** Small letters without their accents, so that "cote" finds Côte d’Ivoire. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The entries that have `typed` in one of their texts, those that begin with it first; otherwise in the order of the
 * list. Everything while nothing is typed.
 */
export function searchPrefixFirst<T>(list: readonly T[], typed: string, textsOf: (entry: T) => string[]): T[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return [...list];
  const begin: T[] = [];
  const contain: T[] = [];
  for (const entry of list) {
    const texts = textsOf(entry).map(plain);
    if (texts.some((text) => text.startsWith(wanted))) begin.push(entry);
    else if (texts.some((text) => text.includes(wanted))) contain.push(entry);
  }
  return [...begin, ...contain];
}

/** By name or code. */
export const searchCountries = (list: readonly Country[], typed: string): Country[] =>
  searchPrefixFirst(list, typed, ({ name, code }) => [name, code]);

/** By name, in the page's language or its own, or by code. */
export const searchLanguages = (list: readonly Language[], typed: string): Language[] =>
  searchPrefixFirst(list, typed, ({ name, native, code }) => [name, native, code]);

/** By country name, country code or phone code, with or without its plus; of those that share a code, the main one first. */
export function searchPhoneCodes(list: readonly PhoneCode[], typed: string): PhoneCode[] {
  const found = searchPrefixFirst(list, typed, ({ countryName, countryCode, phoneCode }) => [
    countryName,
    countryCode,
    phoneCode,
    phoneCode.replace('+', ''),
  ]);
  const main = phoneCodeOf(found, `+${typed.trim().replace('+', '')}`, '');
  return main ? [main, ...found.filter((entry) => entry !== main)] : found;
}
