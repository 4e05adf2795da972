import { describe, expect, it } from 'vitest';
import { type GeoLocation, locate, preferredLanguage } from './location.ts';

const JULY = new Date('2026-07-01T12:00:00Z');
const at = (place: Partial<GeoLocation> | null) =>
  locate(
    () => place && { countryCode: 'DE', city: null, region: null, timezone: null, ...place },
    { ip: '::ffff:192.0.2.7', acceptLanguage: undefined, lang: 'en' },
    JULY,
  );

describe('a location', () => {
  it('has the current offset of its zone', () => {
    expect(at({ timezone: 'Europe/Berlin' })).toMatchObject({ timezoneUTC: 'UTC+02:00', timezoneOffset: 7_200 });
    expect(at({ countryCode: 'IN', timezone: 'Asia/Kolkata' })).toMatchObject({ timezoneUTC: 'UTC+05:30' });
  });

  it('has the zone of its country only if the country has a single offset', () => {
    expect(at({ countryCode: 'DE' })).toMatchObject({ timezone: 'Europe/Berlin', phoneCode: '+49' });
    expect(at({ countryCode: 'RU' })).toMatchObject({ country: 'Russia', timezone: null, timezoneOffset: null });
  });

  it('has no country or zone that is unknown', () => {
    expect(at({ countryCode: 'ZZ', timezone: 'Mars/Base' })).toMatchObject({ countryCode: null, timezone: null });
    expect(at(null)).toMatchObject({ ip: '192.0.2.7', country: null });
  });
});

describe('the preferred language', () => {
  it.each([
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['en;q=0.5, fr', 'fr'],
    ['xx, de;q=0.1', 'de'],
    ['en;q=0', null],
    ['*', null],
    ['', null],
    [undefined, null],
    [','.repeat(1_000), null],
  ])('of %j is %j', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
