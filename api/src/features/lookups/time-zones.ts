import { DEFAULT_TIME_ZONE } from '@belfry/schemas/domain/account';
import { isTimeZone, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import type { UtcZone } from '@belfry/schemas/http/lookups';
import { getAllTimezones, getCountry } from 'countries-and-timezones';
import { countries } from 'countries-list';
import { isCountry, NAMES } from './countries.ts';

/** Inhabited zones with their current names. */
const ZONES = Object.values(getAllTimezones()).filter(
  ({ name, countries: inhabited, deprecated }) => inhabited.length > 0 && !deprecated && isTimeZone(name),
);

/** For offsets that no inhabited zone has. In POSIX names such as Etc/GMT+3 the sign is inverted: it is UTC-3. */
const UNINHABITED = Array.from({ length: 27 }, (_, index) => `Etc/GMT${index < 13 ? '+' : '-'}${Math.abs(12 - index)}`);

/** Capitals whose zone is not named after them. */
const CAPITAL_ZONES: Partial<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
};

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** The zones of a country, that of its capital first; empty for an uninhabited country. */
export function zonesOfCountry(code: string): string[] {
  const zones = (isCountry(code) ? (getCountry(code)?.timezones ?? []) : []).filter(isTimeZone);
  const capital = isCountry(code) ? countries[code].capital : '';
  const main = CAPITAL_ZONES[code] ?? zones.find((zone) => cityOf(zone) === capital) ?? zones[0];
  return main === undefined ? [] : [main, ...zones.filter((zone) => zone !== main)];
}

/** `Moscow (GMT+3)` */
function labelOf(zone: string, lang: TextLanguage, at: Date): string {
  const offset = new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return `${zoneCity(zone, lang)} (${offset.find(({ type }) => type === 'timeZoneName')?.value ?? ''})`;
}

export function listZones(lang: TextLanguage, at: Date): UtcZone[] {
  const { compare } = NAMES[lang];
  return ZONES.map(({ name, countries: [country] }) => {
    const offset = offsetOfZone(name, at);
    return { value: offset, offset, label: labelOf(name, lang, at), time_zone: name, country_code: country ?? null };
  }).sort((a, b) => a.offset - b.offset || compare(a.label, b.label));
}

type ZoneInput = { time_zone?: string; utc_offset?: number; country_code?: string | null; current?: string };

/**
 * Selects a time zone, with its current offset; see LOOKUP-10. A given zone is used. With an offset only, the first zone
 * that has this offset is used: the current zone of the user, a zone of the country, then any. Null where there is none.
 */
export function chooseZone(input: ZoneInput, at: Date = new Date()): { time_zone: string; utc_offset: number } | null {
  const { time_zone, utc_offset, country_code, current } = input;
  const withOffset = (zone: string) => ({ time_zone: zone, utc_offset: offsetOfZone(zone, at) });
  if (time_zone !== undefined) return isTimeZone(time_zone) ? withOffset(time_zone) : null;

  const preferred = [...(current ? [current] : []), ...zonesOfCountry(country_code ?? '')];
  if (utc_offset === undefined) return withOffset(preferred[0] ?? DEFAULT_TIME_ZONE);
  const zones = [...preferred, ...ZONES.map(({ name }) => name), ...UNINHABITED];
  const match = zones.find((zone) => offsetOfZone(zone, at) === utc_offset);
  return match === undefined ? null : { time_zone: match, utc_offset };
}

const HOUR_MS = 3_600_000;

/** Caches a value by key until the end of the hour, since time zones change their offsets on the hour. */
export function hourly<K, V>(compute: (key: K, at: Date) => V, now: () => number = Date.now): (key: K) => V {
  const cache = new Map<K, { hour: number; value: V }>();
  return (key) => {
    const hour = Math.floor(now() / HOUR_MS);
    const hit = cache.get(key);
    if (hit?.hour === hour) return hit.value;
    const value = compute(key, new Date(now()));
    cache.set(key, { hour, value });
    return value;
  };
}
