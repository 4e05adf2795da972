import { describe, expect, it } from 'vitest';
import { bodyOf, checkProfile, isChanged, valuesOf } from './profile-draft.ts';
import { makeProfile } from '../../../testing/profile-factory.ts';

const LISTS = {
  countries: [
    { code: 'DE', name: 'Germany', flag: '🇩🇪' },
    { code: 'RU', name: 'Russian Federation', flag: '🇷🇺' },
  ],
  zones: [{ value: 60, label: 'Berlin (GMT+1)', offset: 60, time_zone: 'Europe/Berlin', country_code: 'DE' }],
};

describe('Save Changes', () => {
  const profile = makeProfile();
  it('is disabled for unchanged values and for an additional space', () => {
    expect(isChanged(valuesOf(profile), profile)).toBe(false);
    expect(isChanged({ ...valuesOf(profile), city: 'Moscow ' }, profile)).toBe(false);
  });
  it.each(['name', 'country', 'city', 'region', 'zone', 'lang'] as const)('is enabled for another %s', (key) =>
    expect(isChanged({ ...valuesOf(profile), [key]: 'XX' }, profile)).toBe(true),
  );
});

it('requires a name of two letters', () => {
  expect(checkProfile({ ...valuesOf(makeProfile()), name: ' A ' })).toEqual({ field: 'name', text: 'name_short' });
  expect(checkProfile(valuesOf(makeProfile()))).toBeNull();
});

describe('the request', () => {
  it('contains the whole form, trimmed, with the country by name and code', () => {
    const profile = makeProfile();
    const values = { ...valuesOf(profile), name: ' Ada ', country: 'DE', city: ' ', zone: 'Europe/Berlin', lang: 'de' };
    expect(bodyOf(values, profile, LISTS)).toEqual({
      name: 'Ada',
      country: 'Germany',
      country_code: 'DE',
      city: null,
      region: null,
      utc_offset: 60,
      time_zone: 'Europe/Berlin',
      lang: 'de',
      revision: 1,
    });
  });
  it('does not change country and zone where they were not edited', () => {
    const profile = makeProfile();
    expect(bodyOf({ ...valuesOf(profile), name: 'Ada' }, profile, LISTS)).toMatchObject({
      country: 'Russia',
      country_code: 'RU',
      utc_offset: 180,
    });
  });
});
