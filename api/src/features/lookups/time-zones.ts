import { DEFAULT_TIME_ZONE } from '@belfry/schemas/domain/account';
import { isTimeZone, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { LookupLanguage, UtcZone } from '@belfry/schemas/http/lookups';
import { getAllTimezones, getCountry } from 'countries-and-timezones';
import { countries } from 'countries-list';
import { isCountry } from './countries.ts';
import { NAMES } from './names.ts';

/** Zones that people live in, by their names of today. */
const ZONES = Object.values(getAllTimezones()).filter(
  ({ name, countries: inhabited, deprecated }) => inhabited.length > 0 && !deprecated && isTimeZone(name),
);

/** Ships and bases: offsets that no inhabited zone has at present. Their signs are the other way round. */
const UNINHABITED = Array.from({ length: 27 }, (_, index) => `Etc/GMT${index < 13 ? '+' : '-'}${Math.abs(12 - index)}`);

/** Where the capital's name is not that of its zone. */
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

/** Every zone of a country, that of its capital first; none for a country without people. */
export function zonesOfCountry(code: string): string[] {
  const zones = (isCountry(code) ? (getCountry(code)?.timezones ?? []) : []).filter(isTimeZone);
  const capital = isCountry(code) ? countries[code].capital : '';
  const main = CAPITAL_ZONES[code] ?? zones.find((zone) => cityOf(zone) === capital) ?? zones[0];
  return main === undefined ? [] : [main, ...zones.filter((zone) => zone !== main)];
}

/** `Moscow (GMT+3)`: the city, in Russian the city or the country that has a single zone. */
function labelOf(zone: string, lang: LookupLanguage, at: Date): string {
  const part = (style: 'shortOffset' | 'shortGeneric'): string =>
    new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: style })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const place = lang === 'en' ? cityOf(zone) : part('shortGeneric');
  return `${place} (${part('shortOffset')})`;
}

/** Every zone as it is at an instant, from west to east, then by name. */
export function listZones(lang: LookupLanguage, at: Date): UtcZone[] {
  const { compare } = NAMES[lang];
  return ZONES.map(({ name, countries: [country] }) => {
    const offset = offsetOfZone(name, at);
    return { value: offset, offset, label: labelOf(name, lang, at), time_zone: name, country_code: country ?? null };
  }).sort((a, b) => a.offset - b.offset || compare(a.label, b.label));
}

type Wish = { time_zone?: string; utc_offset?: number; country_code?: string | null; current?: string };

/**
 * A zone with its present offset; see LOOKUP-10. A given zone decides; with an offset only, the current zone stays where
 * it fits, else the country's or any other that has this offset. Null for a zone that there is not.
 */
export function chooseZone(wish: Wish, at: Date = new Date()): { time_zone: string; utc_offset: number } | null {
  const { time_zone, utc_offset, country_code, current } = wish;
  const withOffset = (zone: string) => ({ time_zone: zone, utc_offset: offsetOfZone(zone, at) });
  if (time_zone !== undefined) return isTimeZone(time_zone) ? withOffset(time_zone) : null;

  const home = [...(current ? [current] : []), ...zonesOfCountry(country_code ?? '')];
  if (utc_offset === undefined) return withOffset(home[0] ?? DEFAULT_TIME_ZONE);
  const zones = [...home, ...ZONES.map(({ name }) => name), ...UNINHABITED];
  const fitting = zones.find((zone) => offsetOfZone(zone, at) === utc_offset);
  return fitting === undefined ? null : { time_zone: fitting, utc_offset };
}
