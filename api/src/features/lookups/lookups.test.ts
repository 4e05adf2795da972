import { DIAL_CODES } from '@belfry/schemas/domain/dial-codes';
import { TEXT_LANGUAGES } from '@belfry/schemas/domain/text-languages';
import { offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { describe, expect, it } from 'vitest';
import { countriesIn, countriesOfContinent, phoneCodesIn } from './countries.ts';
import { isLanguage, languagesIn } from './languages.ts';
import { chooseZone, hourly, listZones, zonesOfCountry } from './time-zones.ts';

const WINTER = new Date('2026-01-15T12:00:00Z');
const SUMMER = new Date('2026-07-15T12:00:00Z');

describe('countries', () => {
  it('are listed in both languages, sorted by name', () => {
    const english = countriesIn('en');
    expect(english.length).toBeGreaterThan(240);
    expect(english.find(({ code }) => code === 'GB')).toEqual({ code: 'GB', name: 'United Kingdom', flag: '🇬🇧' });
    expect(countriesIn('ru').find(({ code }) => code === 'DE')?.name).toBe('Германия');
    const names = countriesIn('ru').map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru').compare));
  });

  it('have dial codes that the phone field accepts', () => {
    const known = new Set(DIAL_CODES.map((code) => `+${code}`));
    const unknown = phoneCodesIn('en').filter(({ phoneCode }) => !known.has(phoneCode));
    expect(unknown).toEqual([]);
    expect(phoneCodesIn('en').find(({ countryCode }) => countryCode === 'KZ')?.phoneCode).toBe('+7');
  });

  it('belong to continents, some to two', () => {
    const codes = (continent: string) => countriesOfContinent(continent, 'en')?.map(({ code }) => code);
    expect(codes('Europe')).toContain('RU');
    expect(codes('asia')).toContain('RU');
    expect(codes('America')).toEqual(expect.arrayContaining(['US', 'BR']));
    expect(codes('AF')).toContain('KE');
    expect(codes('Antarctica')).toContain('AQ');
    expect(codes('Atlantis')).toBeUndefined();
    expect(codes('constructor')).toBeUndefined();
  });
});

describe('languages', () => {
  it('have their name in the requested language, their native name and a flag', () => {
    expect(languagesIn('en').find(({ code }) => code === 'uk')).toEqual({
      code: 'uk',
      name: 'Ukrainian',
      native: 'Українська',
      flag: '🇺🇦',
    });
    expect(languagesIn('ru').find(({ code }) => code === 'de')?.name).toBe('Немецкий');
    expect(['en', 'ru', 'zh', 'qq', '__proto__'].map(isLanguage)).toEqual([true, true, true, false, false]);
  });
});

describe('zones', () => {
  it('have the offset of the given instant, also in their label', () => {
    const berlin = (at: Date) => listZones('en', at).find(({ time_zone }) => time_zone === 'Europe/Berlin');
    expect(berlin(WINTER)).toEqual({
      value: 60,
      offset: 60,
      label: 'Berlin (GMT+1)',
      time_zone: 'Europe/Berlin',
      country_code: 'DE',
    });
    expect(berlin(SUMMER)).toMatchObject({ offset: 120, label: 'Berlin (GMT+2)' });
    const moscow = (lang: 'ru' | 'de') =>
      listZones(lang, WINTER).find(({ time_zone }) => time_zone === 'Europe/Moscow');
    expect([moscow('ru')?.label, moscow('de')?.label]).toEqual(['Москва (GMT+3)', 'Moskau (GMT+3)']);
  });

  it.each(TEXT_LANGUAGES)('have the name in %s that is written beside times', (lang) => {
    for (const { label, time_zone } of listZones(lang, WINTER))
      expect(label.replace(/ \(GMT.*/, '')).toBe(zoneCity(time_zone, lang));
    expect(listZones(lang, WINTER).find(({ time_zone }) => time_zone === 'Europe/Vienna')?.label).toBe(
      { en: 'Vienna (GMT+1)', ru: 'Вена (GMT+1)', de: 'Wien (GMT+1)' }[lang],
    );
  });

  it('are sorted from west to east', () => {
    const offsets = listZones('en', WINTER).map(({ offset }) => offset);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    expect(offsets.length).toBeGreaterThan(250);
  });

  it('of a country begin with that of the capital', () => {
    const capitals = ['RU', 'US', 'CA', 'AU', 'BR', 'ES', 'PT', 'UA', 'KZ', 'DE'].map((code) => {
      const [zone = ''] = zonesOfCountry(code);
      return [code, offsetOfZone(zone, WINTER)];
    });
    expect(Object.fromEntries(capitals)).toEqual({
      RU: 180,
      US: -300,
      CA: -300,
      AU: 660,
      BR: -180,
      ES: 60,
      PT: 0,
      UA: 120,
      KZ: 300,
      DE: 60,
    });
    expect(zonesOfCountry('ZZ')).toEqual([]);
  });

  it('are selected by name, by offset, or by country', () => {
    expect(chooseZone({ time_zone: 'Asia/Tokyo', utc_offset: 0 }, WINTER)).toEqual({
      time_zone: 'Asia/Tokyo',
      utc_offset: 540,
    });
    expect(chooseZone({ time_zone: 'Mars/Base' }, WINTER)).toBeNull();
    expect(chooseZone({ utc_offset: 60, country_code: 'DE', current: 'Europe/Paris' }, WINTER)?.time_zone).toBe(
      'Europe/Paris',
    );
    expect(chooseZone({ utc_offset: 60, country_code: 'DE', current: 'Asia/Tokyo' }, WINTER)?.time_zone).toBe(
      'Europe/Berlin',
    );
    expect(chooseZone({ country_code: 'GB' }, SUMMER)).toEqual({ time_zone: 'Europe/London', utc_offset: 60 });
    expect(chooseZone({}, WINTER)).toEqual({ time_zone: 'Europe/Moscow', utc_offset: 180 });
    for (let hours = -12; hours <= 14; hours += 1) {
      const zone = chooseZone({ utc_offset: hours * 60 }, SUMMER);
      expect(offsetOfZone(zone?.time_zone ?? '', SUMMER)).toBe(hours * 60);
    }
    expect(chooseZone({ utc_offset: 197 }, WINTER)).toBeNull();
  });
});

it('hourly computes a value once per key and hour', () => {
  let now = 0;
  let computed = 0;
  const get = hourly(
    (key: string) => `${key}${(computed += 1)}`,
    () => now,
  );
  expect([get('a'), get('a'), get('b')]).toEqual(['a1', 'a1', 'b2']);
  now = 3_599_999;
  expect(get('a')).toBe('a1');
  now = 3_600_000;
  expect(get('a')).toBe('a3');
});
