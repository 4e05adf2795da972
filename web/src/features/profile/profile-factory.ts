import type { Profile } from '@belfry/schemas/http/auth';

/** A whole profile for tests, of which only what matters is given. */
export const makeProfile = (overrides: Partial<Profile> = {}): Profile => ({
  id: 7,
  name: 'Ada Bell',
  email: 'ada@belfry.test',
  email_confirm: true,
  phone: '+79161234567',
  phone_confirm: false,
  role: 'user',
  active: true,
  blocked: false,
  lang: 'en',
  country: 'Russia',
  country_code: 'RU',
  city: 'Moscow',
  region: null,
  utc_offset: 180,
  time_zone: 'Europe/Moscow',
  created_at: '2026-01-02T03:04:05.000Z',
  last_login: '2026-11-20T10:00:00.000Z',
  key_created_at: null,
  user_key: 'k',
  two_factor: false,
  opened_by: null,
  companies: [],
  ...overrides,
});
