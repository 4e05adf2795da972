import { DEFAULT_LANGUAGE } from '@belfry/schemas/domain/account';
import type { UtcZone } from '@belfry/schemas/http/lookups';
import { isApiError } from '../../../lib/api/api-error.ts';
import type register from '../../../locales/en/register.json';
import type { CountryClock } from '../../lookups/lookups-api.ts';

type LocationText = keyof (typeof register)['location'];

/** Why the form has to be filled manually; see REG-11. */
export function locationErrorText(error: unknown): LocationText {
  if (!isApiError(error)) return 'unreadable';
  if (error.code === 'network' || error.code === 'timeout') return 'network';
  return error.code === 'unreadable' ? 'unreadable' : 'not_detected';
}

/** By the country, else as detected, else English; see REG-9. */
export const chooseLanguage = (ofCountry: string | null, detected: string | null): string =>
  (ofCountry || detected || DEFAULT_LANGUAGE).toLowerCase();

/** The UTC offset of the browser, in minutes. */
export type BrowserClock = { minutes: number; timeZone: string };
export const browserClock = (): BrowserClock => ({
  // `getTimezoneOffset` has the opposite sign; + 0 turns -0 into 0.
  minutes: 0 - new Date().getTimezoneOffset(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The country whose offset is really 0, not unknown; see REG-10. */
const ON_UTC = 'GB';

/** Minutes: those of the country, or the browser's where the lookup gives 0. */
export const chooseOffset = (country: string, clock: CountryClock, browser: BrowserClock): number =>
  clock.minutes === 0 && country !== ON_UTC ? browser.minutes : clock.minutes;

/** A country may have several zones: the browser's where it is one of them, otherwise the capital's. */
export const chooseTimeZone = (clock: CountryClock, browser: BrowserClock): string =>
  clock.timeZones.includes(browser.timeZone) ? browser.timeZone : (clock.timeZone ?? browser.timeZone);

const canonical = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
};

/** The country of the browser's time zone, where the IP address has none, as in a private network. */
export function countryOfZone(zones: readonly UtcZone[], timeZone: string): string | null {
  const exact = zones.find((zone) => zone.time_zone === timeZone);
  // Browsers use old names for some zones: Europe/Kiev is Europe/Kyiv.
  const found = exact ?? zones.find((zone) => canonical(zone.time_zone) === canonical(timeZone));
  return found?.country_code ?? null;
}
