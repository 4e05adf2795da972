import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_WANTED, writeSession } from '../lib/session/session-store.ts';
import { listenForSession } from './session-message.ts';

const reload = vi.fn();
let stop: () => void;

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  stop = listenForSession(reload);
});
afterEach(() => stop());

const postSessionMessage = async (data: unknown, origin = globalThis.location.origin): Promise<void> => {
  globalThis.dispatchEvent(new MessageEvent('message', { data, origin }));
  await vi.dynamicImportSettled();
};
const stored = () => Object.fromEntries(Object.entries(sessionStorage));

it('stores id and key of a message of the own origin, and reloads', async () => {
  await postSessionMessage({ user_id: 7, user_key: 'k' });
  expect(stored()).toEqual({
    Authorization: 'k',
    user_key: 'k',
    admin_user_key: 'k',
    user_id: '7',
    user_role: 'user',
  });
  expect(reload).toHaveBeenCalledOnce();
});

it('stores the admin fields when admin_mode is set, and nothing of the previous user', async () => {
  writeSession({ user_id: 1, role: 'root' }, 'old');
  sessionStorage.setItem('user_email', 'old@belfry.test');
  await postSessionMessage({ userId: '7', userKey: 'k', admin_mode: true, admin_user_id: 1 });
  expect(stored()).toMatchObject({ user_id: '7', user_key: 'k', admin_mode: 'true', admin_user_id: '1' });
  expect(stored()).not.toHaveProperty('user_email');
});

it('stores no admin fields otherwise', async () => {
  await postSessionMessage({ user_id: 7, user_key: 'k', admin_mode: false, admin_user_id: 1 });
  expect(stored()).not.toHaveProperty('admin_user_id');
});

it.each([
  ['another origin', { user_id: 7, user_key: 'k' }, 'https://elsewhere.test'],
  ['no origin', { user_id: 7, user_key: 'k' }, 'null'],
  ['no key', { user_id: 7 }, undefined],
  ['no id', { user_key: 'k' }, undefined],
  ['an id that is none', { user_id: 'root', user_key: 'k' }, undefined],
  ['something else', 'webpackHotUpdate', undefined],
])('ignores a message with %s', async (_what, data, origin) => {
  await postSessionMessage(data, origin);
  expect(stored()).toEqual({});
  expect(reload).not.toHaveBeenCalled();
});

it('reloads once for a message that is received twice', async () => {
  const message = { user_id: 7, user_key: 'k', user_role: 'admin', admin_mode: true, admin_user_id: 1 };
  await postSessionMessage(message);
  await postSessionMessage(message);
  expect(reload).toHaveBeenCalledOnce();
  await postSessionMessage({ ...message, user_key: 'another' });
  expect(reload).toHaveBeenCalledTimes(2);
});

it('asks the opener for the session that the tab waits for, and otherwise nobody', () => {
  const postMessage = vi.fn();
  vi.stubGlobal('opener', { postMessage });
  listenForSession()();
  expect(postMessage).not.toHaveBeenCalled();
  sessionStorage.setItem('session_awaited', String(Date.now()));
  listenForSession()();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(SESSION_WANTED, globalThis.location.origin);
  vi.stubGlobal('opener', null);
  expect(listenForSession()).not.toThrow();
  vi.unstubAllGlobals();
});

it('ignores messages after it is stopped', async () => {
  stop();
  await postSessionMessage({ user_id: 7, user_key: 'k' });
  expect(stored()).toEqual({});
});
