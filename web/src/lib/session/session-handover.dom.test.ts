import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adoptSession, awaitedFor, holdsSession, openAwaitingTab, writeSession } from './session-store.ts';

const stored = () => Object.fromEntries(Object.entries(sessionStorage));
const handed = { user_id: 7, role: 'user', userKey: 'theirs', adminUserId: '1' } as const;

beforeEach(() => {
  sessionStorage.clear();
  writeSession({ user_id: 1, role: 'admin' }, 'mine');
});
afterEach(() => vi.unstubAllGlobals());

it('opens a tab without the session, which is restored at once', () => {
  const before = stored();
  let born = {};
  const open = vi.fn(() => {
    born = stored();
    return null;
  });
  vi.stubGlobal('open', open);
  expect(openAwaitingTab('/navigation')).toBeNull();
  expect(open).toHaveBeenCalledExactlyOnceWith('/navigation', '_blank');
  expect(born).toEqual({ session_awaited: expect.stringMatching(/^\d+$/) });
  expect(stored()).toEqual(before);
});

it('restores the session also when the browser throws', () => {
  const before = stored();
  vi.stubGlobal('open', () => {
    throw new Error('refused');
  });
  expect(() => openAwaitingTab('/navigation')).toThrow('refused');
  expect(stored()).toEqual(before);
});

it('replaces the previous session, including the key of the administrator', () => {
  sessionStorage.setItem('session_awaited', '1');
  adoptSession(handed);
  expect(stored()).toEqual({
    Authorization: 'theirs',
    user_key: 'theirs',
    admin_user_key: 'theirs',
    user_id: '7',
    user_role: 'user',
    admin_mode: 'true',
    admin_user_id: '1',
  });
  expect(holdsSession(handed)).toBe(true);
  expect(holdsSession({ ...handed, userKey: 'other' })).toBe(false);
  expect(holdsSession({ ...handed, adminUserId: null })).toBe(false);
});

it.each([
  ['nothing', null, 0],
  ['what is no time', 'soon', 0],
  ['just now', '1000000', 15_000],
  ['a while ago', '990000', 5_000],
  ['long ago', '900000', 0],
  ['a clock that was put back', '2000000', 15_000],
])('waits after %s', (_what, since, ms) => {
  if (since !== null) sessionStorage.setItem('session_awaited', since);
  expect(awaitedFor(1_000_000)).toBe(ms);
});
