import { formatUtcOffset, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import { notFound } from '../../errors.ts';
import { isCountry, languageOfCountry } from './countries.ts';
import { hourly } from './hourly.ts';
import { listZones, zonesOfCountry } from './time-zones.ts';

/** All zones with their current offsets. */
export const zonesIn = hourly(listZones);

/** The current offset of a country's capital. Throws not_found for an unknown country, or one without a zone. */
export function readCountryOffset(countryCode: string) {
  const country_code = toCountryCode(countryCode);
  const time_zones = zonesOfCountry(country_code);
  const [time_zone] = time_zones;
  if (time_zone === undefined) throw notFound('No time zone is known for this country');
  const offset = offsetOfZone(time_zone, new Date());
  return { country_code, utc_offset: formatUtcOffset(offset), offset, time_zone, time_zones };
}

/** The first official language of a country. Throws not_found for an unknown country. */
export function readCountryLanguage(countryCode: string) {
  const country_code = toCountryCode(countryCode);
  const lang = languageOfCountry(country_code);
  return { country_code, lang, language: lang };
}

function toCountryCode(countryCode: string) {
  const code = countryCode.toUpperCase();
  if (!isCountry(code)) throw notFound('There is no country with this code');
  return code;
}
