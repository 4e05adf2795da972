import { flagOf } from '../../lib/lookups/fallbacks.ts';

/** The flag of the country in a voice's language codes, as an emoji; empty where they name none. */
export function voiceFlag(languageCodes: readonly string[]): string {
  try {
    const { region } = new Intl.Locale(languageCodes[0] ?? '');
    return region !== undefined && /^[A-Z]{2}$/.test(region) ? flagOf(region) : '';
  } catch {
    return '';
  }
}
