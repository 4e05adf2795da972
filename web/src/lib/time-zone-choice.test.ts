import type { UtcZone } from '@belfry/schemas/http/lookups';
import { describe, expect, it } from 'vitest';
import { offsetOfZoneKey, zoneKey, zonesFor } from './time-zone-choice.ts';

const zone = (time_zone: string, offset: number): UtcZone => ({
  value: offset,
  label: `${time_zone} (GMT)`,
  offset,
  time_zone,
  country_code: null,
});
const ZONES = [zone('Europe/Berlin', 60), zone('', 120)];

it('returns the offset of the chosen zone in whole minutes', () => {
  expect(offsetOfZoneKey(ZONES, 'Europe/Berlin')).toBe(60);
  expect(offsetOfZoneKey(ZONES, '120')).toBe(120);
  expect(offsetOfZoneKey(ZONES, '330')).toBe(330);
  expect(offsetOfZoneKey(ZONES, 'abc')).toBe(180);
});

describe('the zones to choose from', () => {
  it('are those of the list', () => {
    expect(zonesFor(ZONES, { time_zone: 'Europe/Berlin', utc_offset: 60 }, 'en')).toEqual(ZONES);
  });
  it('start with the present one where the list lacks it', () => {
    const [present] = zonesFor(ZONES, { time_zone: 'Asia/Kolkata', utc_offset: 330 }, 'de');
    expect(present).toMatchObject({ label: 'Kalkutta (GMT+5:30)', offset: 330 });
    expect(present && zoneKey(present)).toBe('Asia/Kolkata');
  });
});
