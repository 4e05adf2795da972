/** Codes of one language that Intl does not unify. */
const ALIASES: Record<string, string> = { no: 'nb' };
/** Not a country: Google's code for the Arabic-speaking region. */
const NO_REGIONS = new Set(['XA']);

/** The ISO code for an undetermined language. */
export const UNKNOWN_LANGUAGE = 'und';

/** The canonical form of a code: `cmn_cn` is zh-CN. An invalid code is und. */
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

/** The country of a code: `ru-RU` is RU; undefined without one. */
export function regionOf(code: string): string | undefined {
  const region = canonicalCode(code)
    .split('-')
    .slice(1)
    .find((part) => /^([A-Z]{2}|\d{3})$/.test(part));
  return region === undefined || NO_REGIONS.has(region) ? undefined : region;
}
