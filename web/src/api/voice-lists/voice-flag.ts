import { flagOf } from '../../lib/lookups/fallbacks.ts';

/** The flag of the country that a voice speaks like, as an emoji; empty where its codes name none. */
export function voiceFlag(languageCodes: readonly string[]): string {
  try {
    const { region } = new Intl.Locale(languageCodes[0] ?? '');
    return region !== undefined && /^[A-Z]{2}$/.test(region) ? flagOf(region) : '';
  } catch {
    return '';
  }
}
