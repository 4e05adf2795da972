import { formatUtcOffset, isTimeZone, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { ClientLocation, LookupLanguage } from '@belfry/schemas/http/lookups';
import { countryName, isCountry, phoneCodeOf, isLanguage, zonesOfCountry } from '../index.ts';
import type { FindGeoLocation, GeoLocation } from './geo-reader.ts';

type Client = { ip: string; acceptLanguage: string | undefined; lang: LookupLanguage };

/** The probable location of a client. Values that neither the address nor the browser gives are null. */
export function locate(
  findGeoLocation: FindGeoLocation,
  { ip, acceptLanguage, lang }: Client,
  at = new Date(),
): ClientLocation {
  const address = ip.replace(/^::ffff:/, '');
  const location = findGeoLocation(address, lang);
  const code = location && isCountry(location.countryCode) ? location.countryCode : null;
  const zone = location && zoneOf(location, at);
  const offset = zone === null ? null : offsetOfZone(zone, at);
  return {
    ip: address,
    country: code && countryName(code, lang),
    countryCode: code,
    phoneCode: code && phoneCodeOf(code),
    city: location?.city ?? null,
    region: location?.region ?? null,
    language: preferredLanguage(acceptLanguage),
    timezone: zone,
    timezoneUTC: offset === null ? null : `UTC${formatUtcOffset(offset)}`,
    timezoneOffset: offset === null ? null : offset * 60,
  };
}

/** The zone in the file, or the first zone of the country if all its zones have the same offset. */
function zoneOf({ timezone, countryCode }: GeoLocation, at: Date): string | null {
  if (timezone !== null && isTimeZone(timezone)) return timezone;
  const zones = zonesOfCountry(countryCode);
  return new Set(zones.map((zone) => offsetOfZone(zone, at))).size === 1 ? (zones[0] ?? null) : null;
}

/** The language with the highest quality in `Accept-Language`: `ru-RU,ru;q=0.9` → `ru`. */
export function preferredLanguage(acceptLanguage: string | undefined): string | null {
  const wanted = (acceptLanguage ?? '').split(',', 20).map((part, order) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { code: tag.split('-', 1)[0]?.toLowerCase() ?? '', quality: Number(quality ?? 1), order };
  });
  const best = wanted
    .filter(({ code, quality }) => quality > 0 && isLanguage(code))
    .sort((a, b) => b.quality - a.quality || a.order - b.order)[0];
  return best?.code ?? null;
}
