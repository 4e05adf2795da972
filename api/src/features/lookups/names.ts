import type { LookupLanguage } from '@belfry/schemas/http/lookups';

/** The names of countries and languages, and the order of names, from Intl. */
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

const REGIONAL_INDICATOR_A = 0x1f1e6;

/** The emoji of a country's flag: the letters of its code as regional indicator symbols. */
export const flagOf = (countryCode: string): string =>
  countryCode
    .toUpperCase()
    .replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 65));
