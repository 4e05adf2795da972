import { parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { lookupsHttp } from '@belfry/schemas/http/lookups';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

describe('lookups without a key', () => {
  it('return countries and calling codes in both languages', async () => {
    const countries = (await api.call(lookupsHttp.countries, null)).body;
    for (const code of ['US', 'RU', 'DE', 'FR', 'GB', 'IT', 'ES', 'NL', 'PL', 'UA', 'CN', 'JP', 'CA']) {
      expect(countries.map((country) => country.code)).toContain(code);
    }
    const { body: russian } = await api.call(lookupsHttp.countries, null, { lang: 'ru' });
    expect(russian.find(({ code }) => code === 'PL')?.name).toBe('Польша');
    const { body: codes } = await api.call(lookupsHttp.phoneCodes, null, { lang: 'mixed' });
    expect(codes.find(({ countryCode }) => countryCode === 'RU')).toEqual({
      countryName: 'Russia',
      countryCode: 'RU',
      phoneCode: '+7',
      flag: '🇷🇺',
    });
  });

  it('return languages at both paths', async () => {
    const { body: own } = await api.call(lookupsHttp.languages, null);
    const { body: voices } = await api.call(voicesHttp.languages, null);
    expect(voices).toEqual(own);
    for (const code of ['en', 'ru', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'uk', 'cs', 'sk', 'hu']) {
      expect(own.map((language) => language.code)).toContain(code);
    }
  });

  it('return time zones with their GMT offset in parentheses', async () => {
    const { body: zones } = await api.call(lookupsHttp.zones, null);
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
    const { body: africa } = await api.call(lookupsHttp.countriesOfContinent, null, { continent: 'Africa' });
    expect(africa.find(({ code }) => code === 'KE')).toEqual({ code: 'KE', name: 'Kenya', flag: '🇰🇪' });
  });

  it('return nothing for unknown values', async () => {
    const answers = [
      await api.call(lookupsHttp.countryOffset, null, { countryCode: 'ZZ' }),
      await api.call(lookupsHttp.countryLanguage, null, { countryCode: 'ZZ' }),
      await api.call(lookupsHttp.countriesOfContinent, null, { continent: 'Atlantis' }),
      await api.call(lookupsHttp.countryOffset, null, { countryCode: 'BV' }),
      await api.call(lookupsHttp.countryLanguage, null, { countryCode: '__' }),
    ];
    const refused = { status: 404, code: 'not_found' };
    expect(answers.map(({ status, body }) => ({ status, code: body.code }))).toEqual(answers.map(() => refused));
    expect((await api.call(lookupsHttp.countryOffset, null, { countryCode: 'RUSSIA' })).status).toBe(400);
  });
});
