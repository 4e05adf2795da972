import { beforeEach, expect, it } from 'vitest';
import {
  clearSession,
  readSession,
  readStoredOffset,
  writeAdminMode,
  writeProfileHints,
  writeSession,
} from './session-store.ts';
import { readUtcOffset } from '../times.ts';

const stored = () => Object.fromEntries(Object.entries(sessionStorage));
beforeEach(() => sessionStorage.clear());

function fill(): void {
  writeSession({ user_id: 7, role: 'admin' }, 'the-key');
  writeProfileHints('ada@belfry.test', 330);
  writeAdminMode('1');
}

it('stores under the names of SHELL-12', () => {
  fill();
  expect(stored()).toEqual({
    Authorization: 'the-key',
    user_key: 'the-key',
    admin_user_key: 'the-key',
    user_id: '7',
    user_role: 'admin',
    user_email: 'ada@belfry.test',
    user_utc_offset: '330',
    admin_mode: 'true',
    admin_user_id: '1',
  });
  expect(readSession()).toEqual({ user_id: 7, role: 'admin' });
  expect(readUtcOffset(readStoredOffset())).toBe(330);
});

it.each([null, 'owner'])('treats the role %j as user', (role) => {
  fill();
  if (role === null) sessionStorage.removeItem('user_role');
  else sessionStorage.setItem('user_role', role);
  expect(readSession()?.role).toBe('user');
});

it('removes the session and the lookup caches, and nothing else', () => {
  fill();
  for (const list of ['languages', 'countries', 'phone_codes', 'UTCzones', 'voices_ru', 'continents', 'lang']) {
    sessionStorage.setItem(`cached_${list}`, '[]');
  }
  sessionStorage.setItem('of-another-page', 'x');
  clearSession();
  expect(stored()).toEqual({ 'of-another-page': 'x' });
  expect(readSession()).toBeNull();
});
