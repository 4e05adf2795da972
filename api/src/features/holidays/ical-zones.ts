import { isTimeZone } from '@belfry/schemas/domain/utc-offset';
import { DAY_MS, MINUTE_MS, toInstant, toLocal, toLocalMs, type LocalMs } from '../../recurrence/local-time.ts';
import { RuleError } from '../../recurrence/rule.ts';
import type { Spending } from '../../recurrence/expand.ts';
import { propertiesOf, propertyOf, type Component } from './ical-lines.ts';
import { expandRule, readRule } from './ical-rule.ts';
import { readMoment, type Zone } from './ical-times.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

const named = new Map<string, Zone>();

/** The zone of an IANA name or an offset as `+03:00`, always the same object. */
export function zoneOf(name: string): Zone {
  const own = named.get(name);
  if (own) return own;
  const zone: Zone = {
    toWall: (instant) => toLocal(instant, name),
    toInstant: (wall) => toInstant(wall, name),
  };
  named.set(name, zone);
  return zone;
}

/**
 * Which zone is meant by a TZID: the rules of the file's own VTIMEZONE, whatever it is called; without rules the name of IANA or Windows, also
 * behind the prefix of a registry (`/freeassociation.sourceforge.net/Europe/Vienna`) or as Outlook shows it. null: nobody knows.
 */
export function findZone(tzid: string, own: ReadonlyMap<string, Component>, spending: Spending): Zone | null {
  const defined = own.get(tzid.toLowerCase());
  const byRules = defined && zoneOfRules(defined, spending);
  if (byRules) return byRules;
  const name = zoneName(tzid);
  return name === null ? null : zoneOf(name);
}

const WINDOWS = new Map(Object.entries(WINDOWS_ZONES).map(([name, iana]) => [name.toLowerCase(), iana]));

export function zoneName(tzid: string): string | null {
  const name = tzid.trim();
  const windows = WINDOWS.get(name.toLowerCase());
  if (windows !== undefined) return windows;
  if (isTimeZone(name)) return name;
  const parts = name.split('/');
  for (let kept = Math.min(3, parts.length - 1); kept > 0; kept -= 1) {
    const last = parts.slice(-kept).join('/').replaceAll(' ', '_');
    if (isTimeZone(last)) return last;
  }
  return zoneOfLabel(name);
}

let cities: ReadonlyMap<string, string> | null = null;

/** `(UTC+01:00) Amsterdam, Berlin, Rome` → Europe/Amsterdam; `GMT+2` and `UTC+02:00 (fixed)` → +02:00 */
function zoneOfLabel(label: string): string | null {
  const match = /^\(?(?:UTC|GMT)?\s*([+-\u2212]\d{1,2})?(?::?([0-5]\d))?\)?(.*)$/i.exec(label);
  if (!match) return null;
  const [, hours, minutes = '00', places = ''] = match;
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [zone.split('/').at(-1)?.toLowerCase() ?? '', zone]),
  );
  for (const place of places.split(',')) {
    const zone = cities.get(place.trim().toLowerCase().replaceAll(' ', '_'));
    if (zone) return zone;
  }
  if (hours === undefined) return /^\(?(?:UTC|GMT)\)?\s*(?:Coordinated Universal Time)?$/i.test(label) ? 'UTC' : null;
  const sign = hours.startsWith('+') ? '+' : '-';
  const offset = `${sign}${hours.slice(1).padStart(2, '0')}:${minutes}`;
  return Number(hours.slice(1)) <= 14 ? offset : null;
}

/** From an instant on, the zone is so many milliseconds ahead of UTC. */
type Onset = { from: number; offset: number };
const [RULES_FROM, RULES_TO] = [toLocalMs('1990-01-01'), toLocalMs('2050-01-01')];

/** The zone that a VTIMEZONE describes; null where it describes none. It is expanded when it is first asked. */
function zoneOfRules(zone: Component, spending: Spending): Zone | null {
  const parts = zone.inner.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  if (parts.length === 0 || parts.some((part) => offsetsOf(part) === null)) return null;
  let lastYear: { before: number; onsets: Onset[] } | null = null;
  const offsetAt = (instant: number): number => {
    lastYear ??= onsetsOf(parts, spending);
    return lastYear.onsets.findLast(({ from }) => from <= instant)?.offset ?? lastYear.before;
  };
  return {
    toWall: (instant) => instant + offsetAt(instant),
    toInstant(wall) {
      const before = offsetAt(wall - DAY_MS);
      const after = offsetAt(wall + DAY_MS);
      for (const offset of [before, after]) if (offsetAt(wall - offset) === offset) return wall - offset;
      return wall - before;
    },
  };
}

function onsetsOf(parts: readonly Component[], spending: Spending): { before: number; onsets: Onset[] } {
  const onsets: Onset[] = [];
  let first = { from: Infinity, before: 0 };
  for (const part of parts) {
    const offsets = offsetsOf(part);
    const begin = propertyOf(part, 'DTSTART');
    const start = begin && readMoment(begin.value, null)?.at;
    if (!offsets || start === undefined) continue;
    if (start < first.from) first = { from: start, before: offsets.from };
    const walls = [start, ...propertiesOf(part, 'RDATE').flatMap(({ value }) => datesOf(value))];
    for (const { value } of propertiesOf(part, 'RRULE'))
      walls.push(...onsetsOfRule(value, { start, ahead: offsets.from }, spending));
    for (const wall of walls) onsets.push({ from: wall - offsets.from, offset: offsets.to });
  }
  return { before: first.before, onsets: onsets.sort((a, b) => a.from - b.from) };
}

/** Onsets in wall clocks; empty for a rule that is not possible. */
function onsetsOfRule(
  value: string,
  { start, ahead }: { start: LocalMs; ahead: number },
  spending: Spending,
): LocalMs[] {
  try {
    const rule = readRule(value);
    const until = rule.until === null ? undefined : readMoment(rule.until, null);
    const last =
      until?.kind === 'utc' ? until.at + ahead : until && until.at + (until.kind === 'date' ? DAY_MS - 1 : 0);
    return expandRule({ rule, start, until: last ?? null }, { from: RULES_FROM, to: RULES_TO }, spending);
  } catch (error) {
    if (error instanceof RuleError) return [];
    throw error;
  }
}

const datesOf = (value: string): LocalMs[] =>
  value.split(',').flatMap((one) => readMoment(one.split('/')[0] ?? '', null)?.at ?? []);

/** Milliseconds before and after an onset; null where one is missing. */
function offsetsOf(part: Component): { from: number; to: number } | null {
  const written = (name: string): number | null => offsetOf(propertyOf(part, name)?.value ?? '');
  const to = written('TZOFFSETTO');
  return to === null ? null : { from: written('TZOFFSETFROM') ?? to, to };
}

/** `+0100`, `-03:30` or `+013000` in milliseconds */
function offsetOf(text: string): number | null {
  const match = /^([+-]?)(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, hours, minutes, seconds = '0'] = match;
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000);
}
