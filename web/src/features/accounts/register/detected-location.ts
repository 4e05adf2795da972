import { countryOfZone } from '../../lookups/lookups-api.ts';
import { useEffect, type Dispatch, useState } from 'react';
import {
  usePhoneCodes,
  useLazyGetClientLocationQuery,
  useLazyGetCountryLanguageQuery,
  useLazyGetTimeZonesQuery,
  type CountryClock,
} from '../../lookups/lookups-api.ts';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import type { RegistrationAction } from './registration.ts';
import type { ClientLocation } from '@belfry/schemas/http/lookups';
import { useLocale } from '../../../lib/i18n.ts';
import { DEFAULT_LANGUAGE } from '@belfry/schemas/domain/account';
import { isApiError } from '../../../lib/api/api-error.ts';
import type register from '../../../locales/en/register.json';

/** Fills in dial code, country, city and language when they are detected and not chosen yet. */
export function usePrefill(location: DetectedLocation | null, dispatch: Dispatch<RegistrationAction>): void {
  const { list } = usePhoneCodes();
  const dialCode =
    location?.phoneCode ?? list.find(({ countryCode }) => countryCode === location?.country)?.phoneCode ?? null;
  useEffect(() => {
    if (!location) return;
    const patch: Partial<Registration> = {
      language: location.language,
      ...(location.country !== null && { country: location.country }),
      ...(location.city !== null && { city: location.city }),
      ...(dialCode !== null && { countryCode: dialCode }),
    };
    dispatch({ type: 'detected', patch });
  }, [location, dialCode, dispatch]);
}

/** The detected location; `country` is an ISO code, `phoneCode` may be derived from the country. */
export type DetectedLocation = Pick<ClientLocation, 'phoneCode' | 'city' | 'region'> & {
  country: string | null;
  language: string;
};
type Detection = {
  running: boolean;
  location: DetectedLocation | null;
  problem: ReturnType<typeof locationErrorText> | null;
};

const RUNNING: Detection = { running: true, location: null, problem: null };

/** Detects the location once, when the screen opens; see REG-8. */
export function useDetectedLocation(): Detection {
  const lang = useLocale();
  const [detection, setDetection] = useState(RUNNING);
  const [askLocation] = useLazyGetClientLocationQuery();
  const [askZones] = useLazyGetTimeZonesQuery();
  const [askLanguage] = useLazyGetCountryLanguageQuery();

  useEffect(() => {
    let left = false;
    const detect = async (): Promise<DetectedLocation> => {
      const { countryCode, phoneCode, city, region, language } = await askLocation(lang, true).unwrap();
      const country = countryCode ?? countryOfZone((await askZones(lang, true)).data ?? [], browserClock().timeZone);
      const ofCountry = country === null ? null : ((await askLanguage(country, true)).data ?? null);
      return { country, phoneCode, city, region, language: chooseLanguage(ofCountry, language) };
    };
    detect().then(
      (location) =>
        left || setDetection({ running: false, location, problem: location.country === null ? 'not_detected' : null }),
      (error: unknown) => left || setDetection({ running: false, location: null, problem: locationErrorText(error) }),
    );
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once: the language of the page does not change the location
  }, []);
  return detection;
}

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
