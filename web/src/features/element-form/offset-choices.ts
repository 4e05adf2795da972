import type { UtcZone } from '@belfry/schemas/http/lookups';
import { gmtOf } from '../../lib/utc-offset.ts';

/** An element stores minutes only, so that zones with the same offset are one choice, which is found by its `places`. */
export type OffsetChoice = { minutes: number; label: string; places: string[] };

/** Well-known cities, which are listed before the others of their offset. */
const KNOWN: readonly string[] = [
  'UTC',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Kyiv',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Asia/Dubai',
  'Asia/Yekaterinburg',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Asia/Vladivostok',
  'Australia/Sydney',
];
const NAMED_MAX = 3;

const cityOf = ({ label }: UtcZone): string => label.replace(/\s*\([^()]*\)$/, '');

function choiceOf(minutes: number, zones: readonly UtcZone[]): OffsetChoice {
  const known = KNOWN.flatMap((name) => zones.find(({ time_zone }) => time_zone === name) ?? []);
  const places = [...new Set([...known, ...zones].map(cityOf))];
  const named = places.slice(0, NAMED_MAX).join(', ');
  const more = places.length > NAMED_MAX ? '…' : '';
  return { minutes, label: [gmtOf(minutes), named + more].filter(Boolean).join(' · '), places };
}

/** Every offset from west to east, and the present one. */
export function offsetChoices(zones: readonly UtcZone[], present: number): OffsetChoice[] {
  const byOffset = Map.groupBy(zones, ({ offset }) => offset);
  if (!byOffset.has(present)) byOffset.set(present, []);
  return [...byOffset].map(([minutes, those]) => choiceOf(minutes, those)).sort((a, b) => a.minutes - b.minutes);
}
