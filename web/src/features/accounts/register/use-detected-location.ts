import type { ClientLocation } from '@belfry/schemas/http/lookups';
import { useEffect, useState } from 'react';
import { useLocale } from '../../../lib/i18n.ts';
import {
  useLazyGetClientLocationQuery,
  useLazyGetCountryLanguageQuery,
  useLazyGetTimeZonesQuery,
} from '../../lookups/lookups-api.ts';
import { browserClock, chooseLanguage, countryOfZone, locationErrorText } from './location.ts';

/** The detected location; `country` is an ISO code, `phoneCode` may be derived from the country. */
export type DetectedLocation = Pick<ClientLocation, 'phoneCode' | 'city' | 'region'> & {
  country: string | null;
  language: string;
};
export type Detection = {
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
