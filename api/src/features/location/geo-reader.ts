import { isIP } from 'node:net';
import { open, type CityResponse } from 'maxmind';
import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';

/** What a GeoLite2 or GeoIP2 file says of an address; a Country file knows no more than the country. */
export type Place = { countryCode: string; city: string | null; region: string | null; timezone: string | null };

/** Where an address is; null for one that the file does not know. */
export type FindPlace = (ip: string, lang: 'en' | 'ru') => Place | null;

const nobodyKnows: FindPlace = () => null;

/**
 * Opens GEOIP_DB. Without one nobody's place is known, and none is made up. Throws with the setting's name when the file
 * cannot be read.
 */
export async function openGeoReader({ GEOIP_DB }: Pick<Config, 'GEOIP_DB'>, log: Logger): Promise<FindPlace> {
  if (!GEOIP_DB) return nobodyKnows;
  const reader = await open<CityResponse>(GEOIP_DB, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  }).catch((error: unknown) => {
    throw new Error(`GEOIP_DB: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  log.info({ type: reader.metadata.databaseType }, 'places of addresses are known');
  return (ip, lang) => (isIP(ip) ? toPlace(reader.get(ip), lang) : null);
}

function toPlace(found: CityResponse | null, lang: 'en' | 'ru'): Place | null {
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
