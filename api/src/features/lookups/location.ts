import { isIP } from 'node:net';
import { formatUtcOffset, isTimeZone, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { type ClientLocation, locationHttp } from '@belfry/schemas/http/lookups';
import { type CityResponse, open } from 'maxmind';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import { serve } from '../../serve.ts';
import { countryName, isCountry, phoneCodeOf } from './countries.ts';
import { isLanguage } from './languages.ts';
import { zonesOfCountry } from './time-zones.ts';

export const locationRoutes = [
  serve(locationHttp.locate, { access: 'public' }, ({ deps, ip, query, req }) =>
    locate(deps.findGeoLocation, { ip, acceptLanguage: req.headers['accept-language'], lang: query.lang }),
  ),
];

type Client = { ip: string; acceptLanguage: string | undefined; lang: TextLanguage };

/** Values that neither the address nor the browser gives are null. */
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
  const preferences = (acceptLanguage ?? '').split(',', 20).map((part, order) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { code: tag.split('-', 1)[0]?.toLowerCase() ?? '', quality: Number(quality ?? 1), order };
  });
  const best = preferences
    .filter(({ code, quality }) => quality > 0 && isLanguage(code))
    .sort((a, b) => b.quality - a.quality || a.order - b.order)[0];
  return best?.code ?? null;
}

declare module '../../deps.ts' {
  interface Deps {
    findGeoLocation: FindGeoLocation;
  }
}

/** A Country file of GeoLite2 or GeoIP2 has the country only. */
export type GeoLocation = { countryCode: string; city: string | null; region: string | null; timezone: string | null };

export type FindGeoLocation = (ip: string, lang: TextLanguage) => GeoLocation | null;

/** Opens GEOIP_DB; without it, no address has a location. Throws an error that names the setting if it cannot be read. */
export async function openGeoReader({ GEOIP_DB }: Pick<Config, 'GEOIP_DB'>, log: Logger): Promise<FindGeoLocation> {
  if (!GEOIP_DB) return () => null;
  const reader = await open<CityResponse>(GEOIP_DB, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  }).catch((error: unknown) => {
    throw new Error(`GEOIP_DB: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  log.info({ type: reader.metadata.databaseType }, 'opened the location database');
  return (ip, lang) => (isIP(ip) ? toGeoLocation(reader.get(ip), lang) : null);
}

function toGeoLocation(city: CityResponse | null, lang: TextLanguage): GeoLocation | null {
  const countryCode = city?.country?.iso_code;
  if (!city || countryCode === undefined) return null;
  const named = (names: { en: string; ru?: string; de?: string } | undefined): string | null =>
    names?.[lang] ?? names?.en ?? null;
  return {
    countryCode,
    city: named(city.city?.names),
    region: named(city.subdivisions?.[0]?.names),
    timezone: city.location?.time_zone ?? null,
  };
}
