import type { Profile } from '@belfry/schemas/http/accounts/profile';
import type { UtcZone } from '@belfry/schemas/http/lookups';
import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import type { Locale } from './i18n.ts';
import { countryNames, zonePlaceNames, type SearchTexts } from './lookup-search.ts';
import { gmtOf, readUtcOffset } from './times.ts';

/** The key of a zone in a dropdown: its name, or its minutes where the list has no names. */
export const zoneKey = ({ time_zone, value }: UtcZone): string => (time_zone === '' ? String(value) : time_zone);

export const zoneTexts = (
  label: string,
  zone: Pick<UtcZone, 'time_zone' | 'country_code'> | undefined,
): SearchTexts => ({
  name: label,
  others: zone ? placesOf(zone) : [],
});

const placesOf = ({ time_zone, country_code }: Pick<UtcZone, 'time_zone' | 'country_code'>): string[] => [
  ...(time_zone === '' ? [] : zonePlaceNames(time_zone)),
  ...(country_code === null ? [] : countryNames(country_code)),
];

/** The chosen offset in whole minutes; see HOME-6. */
export const offsetOfZoneKey = (zones: readonly UtcZone[], key: string): number =>
  readUtcOffset(zones.find((zone) => zoneKey(zone) === key)?.offset ?? key);

type Place = Pick<Profile, 'time_zone' | 'utc_offset'>;

/** `Moscow (GMT+3)`, as the list has it. */
export const zoneLabel = ({ time_zone, utc_offset }: Place, locale: Locale): string =>
  `${zoneCity(time_zone, locale)} (${gmtOf(utc_offset)})`;

export function zonesFor(zones: readonly UtcZone[], place: Place, locale: Locale): UtcZone[] {
  if (zones.some((zone) => zoneKey(zone) === place.time_zone)) return [...zones];
  const present: UtcZone = {
    value: place.utc_offset,
    label: zoneLabel(place, locale),
    offset: place.utc_offset,
    time_zone: place.time_zone,
    country_code: null,
  };
  return [present, ...zones];
}
