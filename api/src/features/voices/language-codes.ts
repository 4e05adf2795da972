/** What ISO has two codes for, or Intl does not know to be the same. */
const ALIASES: Record<string, string> = { no: 'nb' };
/** Not a country: Google's word for the whole Arab world. */
const NO_REGIONS = new Set(['XA']);

/** ISO's own word for it. */
export const UNKNOWN_LANGUAGE = 'und';

/** The spelling that all codes of a language share: `cmn_cn` is zh-CN. What is no code is und, the unknown one. */
export function canonicalCode(code: string): string {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? UNKNOWN_LANGUAGE;
  } catch {
    return UNKNOWN_LANGUAGE;
  }
}

/** The language of a code: `ru-RU` is ru. */
export function languageOf(code: string): string {
  const [language = UNKNOWN_LANGUAGE] = canonicalCode(code).split('-');
  return ALIASES[language] ?? language;
}

/** The country of a code: `ru-RU` is RU; undefined where it names none. */
export function regionOf(code: string): string | undefined {
  const region = canonicalCode(code)
    .split('-')
    .slice(1)
    .find((part) => /^([A-Z]{2}|\d{3})$/.test(part));
  return region === undefined || NO_REGIONS.has(region) ? undefined : region;
}
