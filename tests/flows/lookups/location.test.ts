import { locationHttp } from '@belfry/schemas/http/lookups';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createUser, PASSWORD } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { mmdbOf } from '../../support/mmdb.ts';

const CITY = {
  country: { iso_code: 'RU', names: { en: 'Russia', ru: 'Россия' } },
  city: { names: { en: 'Kazan', ru: 'Казань' } },
  subdivisions: [{ names: { en: 'Tatarstan', ru: 'Татарстан' } }],
  location: { time_zone: 'Europe/Moscow' },
};

let folder: string;
let api: TestApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-geo-'));
  await writeFile(join(folder, 'city.mmdb'), mmdbOf('81.2.69.0', CITY, 'GeoLite2-City'));
  api = await startTestApi({ GEOIP_DB: join(folder, 'city.mmdb') });
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

const from = (ip: string, headers = {}) => ({ headers: { 'x-forwarded-for': ip, ...headers } });
const locate = async (server: TestApi, ip: string, headers = {}, query: object = {}) =>
  (await server.call(locationHttp.locate, null, { ...query }, from(ip, headers))).body;

describe('with a GEOIP_DB', () => {
  it('returns the location of the caller’s address in both formats', async () => {
    expect(await locate(api, '81.2.69.142', { 'accept-language': 'tt;q=0.5, ru-RU, en;q=0.9' })).toEqual({
      ip: '81.2.69.142',
      country: 'Russia',
      countryCode: 'RU',
      phoneCode: '+7',
      city: 'Kazan',
      region: 'Tatarstan',
      language: 'ru',
      timezone: 'Europe/Moscow',
      timezoneUTC: 'UTC+03:00',
      timezoneOffset: 10_800,
    });
    expect(await locate(api, '81.2.69.1', {}, { lang: 'ru' })).toMatchObject({ country: 'Россия', city: 'Казань' });
  });

  it('returns no location for an address that is not in the database', async () => {
    expect(await locate(api, '192.0.2.1')).toMatchObject({ ip: '192.0.2.1', country: null, timezone: null });
  });

  it('stores the location of sessions', async () => {
    const user = await createUser(api);
    const body = { email: user.email, password: PASSWORD };
    const login = await api.call(authHttp.signIn, null, body, from('81.2.69.142'));
    const list = async (query: object) =>
      (await api.call(sessionsHttp.list, { key: login.body.user_key }, { ...query })).body;
    const [session] = await list({});
    expect(session).toMatchObject({ ip: '81.2.69.142', country: 'Russia', city: 'Kazan' });
    const [russian] = await list({ lang: 'ru' });
    expect(russian).toMatchObject({ country: 'Россия', city: 'Казань' });
  });

  it('fails at start when the file cannot be read', async () => {
    await expect(startTestApi({ GEOIP_DB: join(folder, 'missing.mmdb') })).rejects.toThrow(/^GEOIP_DB: /);
  });
});

describe('without a GEOIP_DB', () => {
  flow('returns only the address and the browser’s language', async ({ lentApi }) => {
    expect(await locate(lentApi, '81.2.69.142', { 'accept-language': 'de-AT' })).toEqual({
      ip: '81.2.69.142',
      country: null,
      countryCode: null,
      phoneCode: null,
      city: null,
      region: null,
      language: 'de',
      timezone: null,
      timezoneUTC: null,
      timezoneOffset: null,
    });
  });
});
