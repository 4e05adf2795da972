import { COMPANY_TYPES, TREE_DEPTH_MAX } from '@belfry/schemas/domain/companies';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../errors.ts';
import {
  changedSettings,
  checkPlacement,
  coordinateColumns,
  defaultChildType,
  offsetOf,
  placementError,
  storedSettings,
} from './tree-rules.ts';

function refusedField(...place: Parameters<typeof checkPlacement>): string | null {
  try {
    checkPlacement(...place);
    return null;
  } catch (error) {
    const { code, message, details } = error as AppError;
    expect(code).toBe('unprocessable');
    expect(details).toEqual([{ path: expect.any(String), message }]);
    return details?.[0]?.path ?? '';
  }
}

describe.each([
  ['Main', ['Element', 'Company'], 'Element'],
  ['Element', ['Element', 'Company'], 'Element'],
  ['Company', ['Device'], 'Device'],
] as const)('below a %s', (parent, allowed: readonly string[], first) => {
  it(`only ${allowed.join(' and ')} are allowed, and ${first} is the default`, () => {
    for (const child of COMPANY_TYPES) {
      const isAllowed = allowed.includes(child);
      expect(refusedField({ type: parent, level: 1 }, child)).toBe(isAllowed ? null : 'type');
      expect(placementError(parent, child)).toBe(
        isAllowed ? null : `Only ${allowed.join(' or ')} can be added to ${parent}`,
      );
    }
    expect(defaultChildType(parent)).toBe(first);
  });
});

it('allows nothing below a device', () => {
  for (const child of COMPANY_TYPES) {
    expect(refusedField({ type: 'Device', level: 1 }, child)).toBe('type');
    expect(placementError('Device', child)).toBe(
      'Cannot add elements to this parent. Device elements cannot have children.',
    );
  }
});

it('refuses a node below the maximum depth of a tree', () => {
  expect(refusedField({ type: 'Element', level: TREE_DEPTH_MAX - 1 }, 'Element')).toBeNull();
  expect(refusedField({ type: 'Element', level: TREE_DEPTH_MAX }, 'Element')).toBe('parent_company_id');
});

describe('the columns of a change', () => {
  it.each([
    ['absent coordinates stay', {}, {}],
    ['null removes both', { coordinates: null }, { latitude: null, longitude: null }],
    ['both are set', { coordinates: { latitude: 1, longitude: 2 } }, { latitude: 1, longitude: 2 }],
  ])('of coordinates: %s', (_name, body, columns) => {
    expect(coordinateColumns(body)).toEqual(columns);
  });

  const HOURS = { from: '22:00', to: '06:00', volume: 10 };
  const TEST = { at: '10:00' };
  it.each([
    ['nothing', {}, {}],
    [
      'a zone, which ends an offset',
      { time_zone: 'Europe/Prague' },
      { time_zone: 'Europe/Prague', time_zone_utc: null },
    ],
    ['an offset, which ends a zone', { time_zone_utc: 60 }, { time_zone: null, time_zone_utc: 60 }],
    [
      'both: the zone',
      { time_zone: 'Europe/Prague', time_zone_utc: 60 },
      { time_zone: 'Europe/Prague', time_zone_utc: null },
    ],
    ['an offset of no zone', { time_zone: null, time_zone_utc: 60 }, { time_zone: null, time_zone_utc: 60 }],
    ['no offset', { time_zone_utc: null }, { time_zone: null, time_zone_utc: null }],
    ['no zone', { time_zone: null }, { time_zone: null, time_zone_utc: null }],
    ['quiet hours', { quiet_hours: HOURS }, { quiet_hours: JSON.stringify(HOURS) }],
    ['no quiet hours', { quiet_hours: null }, { quiet_hours: null }],
    ['a sound test', { sound_test: TEST }, { sound_test: JSON.stringify(TEST) }],
    ['no sound test', { sound_test: null }, { sound_test: null }],
    [
      'quiet hours and a zone',
      { quiet_hours: null, time_zone: 'UTC' },
      { quiet_hours: null, time_zone: 'UTC', time_zone_utc: null },
    ],
  ])('of settings: %s', (_name, body, columns) => {
    expect(changedSettings(body as Parameters<typeof changedSettings>[0])).toEqual(columns);
  });
});

it('inherits what the settings of a new node leave out', () => {
  const inherited = {
    default_language: null,
    default_voice: null,
    clock_required: null,
    volume_max: null,
    trim_db: null,
  };
  expect(storedSettings({})).toEqual(inherited);
  const given = { default_language: 'cs', default_voice: 'jitka', clock_required: false, volume_max: 0, trim_db: 0 };
  expect(storedSettings({ ...given, time_zone_utc: 0 })).toEqual({ ...given, time_zone: null, time_zone_utc: 0 });
});

it('knows the offset of a zone and of an offset', () => {
  expect([offsetOf('+05:30'), offsetOf('+00:00'), offsetOf('Asia/Kolkata')]).toEqual([330, 0, 330]);
});
