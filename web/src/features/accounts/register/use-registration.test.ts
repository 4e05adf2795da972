import { registerBodySchema } from '@belfry/schemas/http/accounts/registration';
import { expect, it } from 'vitest';
import { EMPTY_REGISTRATION } from './registration.ts';
import { registrationBody } from './use-registration.ts';

const form = {
  ...EMPTY_REGISTRATION,
  name: ' Ann ',
  email: ' ann@belfry.test',
  countryCode: '+7',
  phone: '916 123-45-67',
  country: 'RU',
  city: 'Moscow',
  language: 'ru',
  password: 'Secret1',
};
const around = {
  countryName: 'Russia',
  location: { country: 'RU', phoneCode: '+7', city: 'Moscow', region: 'Moscow Oblast', language: 'ru' },
  clock: { minutes: 180, timeZone: 'Europe/Moscow', timeZones: ['Europe/Moscow'] },
  browser: { minutes: 120, timeZone: 'Europe/Helsinki' },
};

it('matches the contract', () => {
  const body = registrationBody(form, around);
  expect(body).toEqual({
    name: 'Ann',
    email: 'ann@belfry.test',
    password: 'Secret1',
    phone: '+79161234567',
    country: 'Russia',
    country_code: 'RU',
    lang: 'ru',
    city: 'Moscow',
    region: 'Moscow Oblast',
    utc_offset: 180,
    time_zone: 'Europe/Moscow',
  });
  expect(registerBodySchema.safeParse(body).error).toBeUndefined();
});

it('contains no region of another country', () => {
  expect(registrationBody({ ...form, country: 'DE' }, around).region).toBeNull();
});
