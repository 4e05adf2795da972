import { countryOfZone } from '../../lookups/lookups-api.ts';
import { describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { NO_CLOCK } from '../../lookups/lookups-api.ts';
import { browserClock, chooseLanguage, chooseOffset, chooseTimeZone, locationErrorText } from './detected-location.ts';

const browser = { minutes: 120, timeZone: 'Europe/Helsinki' };

it.each([
  ['de', 'fr', 'de'],
  [null, 'FR', 'fr'],
  [null, null, 'en'],
])('the language of the country %j, detected %j: %s', (ofCountry, detected, language) => {
  expect(chooseLanguage(ofCountry, detected)).toBe(language);
});

describe('the offset', () => {
  it('is that of the country', () => expect(chooseOffset('RU', { ...NO_CLOCK, minutes: 180 }, browser)).toBe(180));
  it('is the browser’s where the lookup gives 0', () => expect(chooseOffset('IS', NO_CLOCK, browser)).toBe(120));
  it('may be 0 in Great Britain', () => expect(chooseOffset('GB', NO_CLOCK, browser)).toBe(0));
});

it.each([
  [-330, 330],
  [180, -180],
  [0, 0],
])('a browser whose clock is %i minutes from UTC is %i minutes east of it', (west, minutes) => {
  const counted = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(west);
  expect(browserClock().minutes).toBe(minutes);
  counted.mockRestore();
});

describe('the time zone', () => {
  const clock = { minutes: -300, timeZone: 'America/New_York', timeZones: ['America/New_York', 'America/Denver'] };
  it.each([
    ['America/Denver', 'America/Denver'],
    ['Europe/Helsinki', 'America/New_York'],
  ])('of a browser in %s is %s', (timeZone, chosen) => {
    expect(chooseTimeZone(clock, { minutes: 0, timeZone })).toBe(chosen);
  });
  it('is the browser’s where the country has none', () => {
    expect(chooseTimeZone(NO_CLOCK, browser)).toBe('Europe/Helsinki');
  });
});

describe('countryOfZone', () => {
  const zone = { value: 120, offset: 120, label: 'Kiev (GMT+2)', time_zone: 'Europe/Kyiv', country_code: 'UA' };
  it.each(['Europe/Kyiv', 'Europe/Kiev'])('knows %s', (name) => expect(countryOfZone([zone], name)).toBe('UA'));
  it('finds no country for UTC', () => expect(countryOfZone([zone], 'UTC')).toBeNull());
});

it.each<[Partial<ApiError> | Error, string]>([
  [{ code: 'network' }, 'network'],
  [{ code: 'timeout' }, 'network'],
  [{ code: 'internal', status: 500 }, 'not_detected'],
  [{ code: 'unreadable', status: 200 }, 'unreadable'],
  [new Error('not of this shape'), 'unreadable'],
])('%j is shown as %s', (part, text) => {
  const error = part instanceof Error ? part : { status: 0, message: '', details: [], ...part };
  expect(locationErrorText(error)).toBe(text);
});
