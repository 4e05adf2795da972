import type { User } from '@belfry/schemas/http/users/admin';
import type { Profile } from '@belfry/schemas/http/accounts/profile';

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
  may_text_any_number: false,
  lang: 'en',
  country: 'Russia',
  country_code: 'RU',
  city: 'Moscow',
  region: null,
  utc_offset: 180,
  time_zone: 'Europe/Moscow',
  created_at: '2026-01-02T03:04:05.000Z',
  revision: 1,
  last_login: '2026-11-20T10:00:00.000Z',
  key_created_at: null,
  user_key: 'k',
  two_factor: false,
  full_quotas: true,
  opened_by: null,
  companies: [],
  ...overrides,
});

export function aUser(overrides: Partial<User> = {}): User {
  const { time_zone: _zone, user_key: _key, opened_by: _opener, ...person } = makeProfile();
  return { ...person, companies: 0, ...overrides };
}
