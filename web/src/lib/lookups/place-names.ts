type Kind = 'region' | 'language';

/** Everybody may search in these, whatever the language of the page. */
const SEARCH_LOCALES = ['en', 'ru'] as const;

const displays = new Map<string, Intl.DisplayNames>();
function displayOf(locale: string, type: Kind): Intl.DisplayNames {
  const key = `${type} ${locale}`;
  const known = displays.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'none' });
  displays.set(key, known);
  return known;
}

/** Undefined where the browser knows no name, or where the code is none. */
function nameIn(locale: string, type: Kind, code: string): string | undefined {
  try {
    return displayOf(locale, type).of(code);
  } catch {
    return undefined;
  }
}

/** The language that most people of a country speak, as a locale. */
function localeOfCountry(code: string): string {
  try {
    return new Intl.Locale(`und-${code}`).maximize().language;
  } catch {
    return 'en';
  }
}

/** Remembers what a function answered: each search asks for the same few hundred names with every key. */
function remember(namesOf: (code: string) => (string | undefined)[]): (code: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (code) => {
    const names = known.get(code) ?? [...new Set(namesOf(code))].filter((name) => name !== undefined);
    known.set(code, names);
    return names;
  };
}

/** What a country (ISO 3166-1 alpha-2) is called in English, in Russian and by the people who live there. */
export const countryNames = remember((code) =>
  [...SEARCH_LOCALES, localeOfCountry(code)].map((locale) => nameIn(locale, 'region', code)),
);

/** What a language (BCP 47) is called in English, in Russian and by those who speak it. */
export const languageNames = remember((code) =>
  [...SEARCH_LOCALES, code].map((locale) => nameIn(locale, 'language', code)),
);

/** What the place of a time zone (IANA) is called in Russian; its English name is in the identifier. */
export const zonePlaceNames = remember((zone) => {
  try {
    const parts = new Intl.DateTimeFormat('ru', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts();
    return [zone, parts.find(({ type }) => type === 'timeZoneName')?.value];
  } catch {
    return [zone];
  }
});
