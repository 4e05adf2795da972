import { normalizePhone, stripPhone } from '@belfry/schemas/domain/phone';
import type { registerBodySchema } from '@belfry/schemas/http/accounts/registration';
import type { z } from 'zod';
import type { CountryClock } from '../../lookups/lookups-api.ts';
import { chooseOffset, chooseTimeZone, type BrowserClock } from './location.ts';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import type { DetectedLocation } from './use-detected-location.ts';

type Surroundings = {
  countryName: string;
  location: DetectedLocation | null;
  clock: CountryClock;
  browser: BrowserClock;
};

/** The body of the registration; see REG-4. */
export function registrationBody(form: Registration, around: Surroundings): z.input<typeof registerBodySchema> {
  const { countryName, location, clock, browser } = around;
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    password: form.password,
    phone: normalizePhone(form.countryCode + form.phone) ?? form.countryCode + stripPhone(form.phone),
    country: countryName,
    country_code: form.country,
    lang: form.language,
    city: form.city.trim(),
    // The detected region does not apply to another country.
    region: location?.country === form.country ? location.region : null,
    utc_offset: chooseOffset(form.country, clock, browser),
    time_zone: chooseTimeZone(clock, browser),
  };
}
