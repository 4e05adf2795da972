import { regionOfCode } from '@belfry/schemas/domain/voices';

/** Codes of one language that Intl does not unify. */
const ALIASES: Record<string, string> = { no: 'nb' };

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
export const regionOf = (code: string): string | undefined => regionOfCode(canonicalCode(code));
