import type { UtcZone } from '@belfry/schemas/http/lookups';
import { expect, it } from 'vitest';
import { offsetChoices } from './offset-choices.ts';

const zone = (offset: number, time_zone: string, label: string): UtcZone => ({
  value: offset,
  offset,
  label,
  time_zone,
  country_code: null,
});
const ZONES = [
  zone(180, 'Africa/Nairobi', 'Nairobi (GMT+3)'),
  zone(180, 'Asia/Baghdad', 'Baghdad (GMT+3)'),
  zone(180, 'Asia/Qatar', 'Qatar (GMT+3)'),
  zone(180, 'Europe/Moscow', 'Moscow (GMT+3)'),
  zone(-210, 'America/St_Johns', 'St Johns (GMT-3:30)'),
  zone(0, 'Europe/London', 'London (GMT)'),
];

it('has one choice per offset, from west to east, with well-known cities first', () => {
  expect(offsetChoices(ZONES, 180)).toEqual([
    { minutes: -210, label: 'GMT-3:30 · St Johns', places: ['St Johns'] },
    { minutes: 0, label: 'GMT · London', places: ['London'] },
    { minutes: 180, label: 'GMT+3 · Moscow, Nairobi, Baghdad…', places: ['Moscow', 'Nairobi', 'Baghdad', 'Qatar'] },
  ]);
});

it('offers the present offset, even where no zone has it', () => {
  expect(offsetChoices(ZONES, 45).map(({ label }) => label)).toContain('GMT+0:45');
});
