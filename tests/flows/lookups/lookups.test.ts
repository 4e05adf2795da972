import { parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { Country, Language, PhoneCode, UtcZone } from '@belfry/schemas/http/lookups';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { lookupsHttp } from '@belfry/schemas/http/lookups';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const list = async <T>(path: string): Promise<T[]> => (await api.get<T[]>(`/api${path}`)).body;

describe('lookups without a key', () => {
  it('return countries and calling codes in both languages', async () => {
    const countries = await list<Country>('/admin/countries');
    for (const code of ['US', 'RU', 'DE', 'FR', 'GB', 'IT', 'ES', 'NL', 'PL', 'UA', 'CN', 'JP', 'CA']) {
      expect(countries.map((country) => country.code)).toContain(code);
    }
    expect((await list<Country>('/admin/countries/?lang=ru')).find(({ code }) => code === 'PL')?.name).toBe('Польша');
    const codes = await list<PhoneCode>('/admin/countries/phone-codes?lang=mixed');
    expect(codes.find(({ countryCode }) => countryCode === 'RU')).toEqual({
      countryName: 'Russia',
      countryCode: 'RU',
      phoneCode: '+7',
      flag: '🇷🇺',
    });
  });

  it('return languages at both paths', async () => {
    const [own, voices] = [await list<Language>('/auth/languages'), await list<Language>('/voices/languages')];
    expect(voices).toEqual(own);
    for (const code of ['en', 'ru', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'uk', 'cs', 'sk', 'hu']) {
      expect(own.map((language) => language.code)).toContain(code);
    }
  });

  it('return time zones with their GMT offset in parentheses', async () => {
    const zones = await list<UtcZone>('/admin/countries/UTCzones');
    for (const { value, offset, label } of zones) {
      expect(value).toBe(offset);
      expect(label).toMatch(/ \(GMT([+-]\d{1,2}(:\d{2})?)?\)$/);
    }
  });

  it('return the offset and the language of a country', async () => {
    const moscow = await api.call(lookupsHttp.countryOffset, null, { countryCode: 'ru' });
    expect(moscow.body).toMatchObject({ country_code: 'RU', utc_offset: '+03:00', offset: 180 });
    const india = await api.call(lookupsHttp.countryOffset, null, { countryCode: 'IN' });
    expect(parseUtcOffset(india.body['utc_offset'])).toBe(330);
    expect((await api.call(lookupsHttp.countryLanguage, null, { countryCode: 'DE' })).body).toMatchObject({
      lang: 'de',
      language: 'de',
    });
  });

  it('return the countries of a continent', async () => {
    const africa = await list<Country>('/admin/countries/continent/Africa');
    expect(africa.find(({ code }) => code === 'KE')).toEqual({ code: 'KE', name: 'Kenya', flag: '🇰🇪' });
  });

  it('return nothing for unknown values', async () => {
    for (const path of ['utc-offset/ZZ', 'language/ZZ', 'continent/Atlantis', 'utc-offset/BV', 'language/__']) {
      const { status, body } = await api.get(`/api/admin/countries/${path}`);
      expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: 'not_found' });
    }
    expect((await api.call(lookupsHttp.countryOffset, null, { countryCode: 'RUSSIA' })).status).toBe(400);
  });
});
