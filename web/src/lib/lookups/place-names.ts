type Kind = 'region' | 'language';

/** Names in these languages are searched in every language of the page. */
const SEARCH_LOCALES = ['en', 'ru'] as const;

const displays = new Map<string, Intl.DisplayNames>();
function displayOf(locale: string, type: Kind): Intl.DisplayNames {
  const key = `${type} ${locale}`;
  const known = displays.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'none' });
  displays.set(key, known);
  return known;
}

/** Undefined where the browser has no name, or the code is invalid. */
function nameIn(locale: string, type: Kind, code: string): string | undefined {
  try {
    return displayOf(locale, type).of(code);
  } catch {
    return undefined;
  }
}

/** The main language of a country, as a locale. */
function localeOfCountry(code: string): string {
  try {
    return new Intl.Locale(`und-${code}`).maximize().language;
  } catch {
    return 'en';
  }
}

/** Memoises a function: each search needs the same few hundred names for every key press. */
function remember(namesOf: (code: string) => (string | undefined)[]): (code: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (code) => {
    const names = known.get(code) ?? [...new Set(namesOf(code))].filter((name) => name !== undefined);
    known.set(code, names);
    return names;
  };
}

/** The names of a country (ISO 3166-1 alpha-2) in English, in Russian and in its main language. */
export const countryNames = remember((code) =>
  [...SEARCH_LOCALES, localeOfCountry(code)].map((locale) => nameIn(locale, 'region', code)),
);

/** The names of a language (BCP 47) in English, in Russian and in itself. */
export const languageNames = remember((code) =>
  [...SEARCH_LOCALES, code].map((locale) => nameIn(locale, 'language', code)),
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
