import { isIP } from 'node:net';
import { open, type CityResponse } from 'maxmind';
import type { Config } from '../../../config/config.ts';
import type { Logger } from '../../../log.ts';

declare module '../../../deps.ts' {
  interface Deps {
    findGeoLocation: FindGeoLocation;
  }
}

/** The location of an address in a GeoLite2 or GeoIP2 file. A Country file has the country only. */
export type GeoLocation = { countryCode: string; city: string | null; region: string | null; timezone: string | null };

/** The location of an address; null if the file does not have it. */
export type FindGeoLocation = (ip: string, lang: 'en' | 'ru') => GeoLocation | null;

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

function toGeoLocation(found: CityResponse | null, lang: 'en' | 'ru'): GeoLocation | null {
  const countryCode = found?.country?.iso_code;
  if (!found || countryCode === undefined) return null;
  const named = (names: { en: string; ru?: string } | undefined): string | null => names?.[lang] ?? names?.en ?? null;
  return {
    countryCode,
    city: named(found.city?.names),
    region: named(found.subdivisions?.[0]?.names),
    timezone: found.location?.time_zone ?? null,
  };
}
