import { useEffect, type Dispatch } from 'react';
import { usePhoneCodes } from '../../lookups/lookups-api.ts';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import type { RegistrationAction } from './registration.ts';
import type { DetectedLocation } from './use-detected-location.ts';

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
