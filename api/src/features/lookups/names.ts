import type { LookupLanguage } from '@belfry/schemas/http/lookups';

/** Names of countries and languages from Intl, and the order in which people look for them. */
export type Names = {
  country: (code: string) => string | undefined;
  language: (code: string) => string | undefined;
  compare: (a: string, b: string) => number;
};

function createNames(lang: LookupLanguage): Names {
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

export const NAMES: Record<LookupLanguage, Names> = { en: createNames('en'), ru: createNames('ru') };

const FIRST_FLAG_LETTER = 0x1f1e6;

/** The flag of a country as an emoji: its two letters as regional indicators. */
export const flagOf = (countryCode: string): string =>
  countryCode
    .toUpperCase()
    .replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(FIRST_FLAG_LETTER + letter.charCodeAt(0) - 65));
