import { TEXT_LANGUAGES, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { Language } from '@belfry/schemas/http/lookups';
import { languages } from 'countries-list';
import { flagOf, isCountry, NAMES } from './countries.ts';

const NO_FLAG = '🌐';

/** Without withdrawn codes such as `mo`, whose canonical form is another code. */
const CODES = Object.keys(languages).filter((code) => Intl.getCanonicalLocales(code)[0] === code);

/** The flag of the country where most of its speakers live. */
function flagOfLanguage(code: string): string {
  const region = new Intl.Locale(code).maximize().region ?? '';
  return isCountry(region) ? flagOf(region) : NO_FLAG;
}

/** Languages without an ISO 639-1 code, such as Cantonese, have their names from Intl. */
export function describeLanguages(codes: readonly string[], lang: TextLanguage): Language[] {
  const { language, compare } = NAMES[lang];
  return codes
    .map((code) => {
      const { name, native } = languages[code as keyof typeof languages] ?? { name: code, native: ownName(code) };
      return { code, name: language(code) ?? name, native, flag: flagOfLanguage(code) };
    })
    .sort((a, b) => compare(a.name, b.name));
}

const ownName = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

const LISTS = Object.fromEntries(TEXT_LANGUAGES.map((lang) => [lang, describeLanguages(CODES, lang)])) as Record<
  TextLanguage,
  Language[]
>;

export const languagesIn = (lang: TextLanguage): Language[] => LISTS[lang];

const OTHER_NAMES: Record<string, string> = {
  zh: 'Mandarin, Putonghua, Мандаринский, Путунхуа, 普通话, 國語',
  nb: 'Norwegian, Норвежский',
  fa: 'Farsi, Фарси',
  fil: 'Tagalog, Тагальский, Pilipino',
};

/** Languages of voices without an ISO 639-1 code. */
const SEARCHED = [...CODES, 'fil', 'yue'];
const SEARCHED_NAMES: [code: string, names: string][] = TEXT_LANGUAGES.flatMap((lang) =>
  describeLanguages(SEARCHED, lang).map(({ code, name, native }): [string, string] => [
    code,
    `${name}\n${native}\n${OTHER_NAMES[code] ?? ''}`.toLowerCase(),
  ]),
);

export function languagesNamed(text: string): string[] {
  const pattern = text.toLowerCase();
  return [...new Set(SEARCHED_NAMES.filter(([, names]) => names.includes(pattern)).map(([code]) => code))];
}

const codes: ReadonlySet<string> = new Set(CODES);
export const isLanguage = (code: string): boolean => codes.has(code);
