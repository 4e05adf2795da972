import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_WANTED, type HandedSession } from '../../lib/session/session-store.ts';
import { handOverSession } from './use-user-actions.ts';

const session: HandedSession = { user_id: 7, role: 'user', userKey: 'theirs', adminUserId: '1' };
const MESSAGE = { user_id: 7, user_key: 'theirs', user_role: 'user', admin_mode: true, admin_user_id: '1' };

function fakeTab() {
  const values = new Map<string, string>([['user_key', 'copied']]);
  const tab = {
    // Object.keys lists the keys, as for a real storage.
    sessionStorage: {
      setItem: vi.fn((name: string, value: string) => values.set(name, value)),
      removeItem: (name: string) => values.delete(name),
    },
    location: { replace: vi.fn() },
    postMessage: vi.fn(),
    close: vi.fn(),
  };
  return { tab, values, window: tab as unknown as Window };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('stores the values after 800 ms and sends them then and at 1,500 ms, to the own origin only', async () => {
  const { tab, values, window } = fakeTab();
  const done = handOverSession(window, Promise.resolve(session));
  await vi.advanceTimersByTimeAsync(799);
  expect(tab.sessionStorage.setItem).not.toHaveBeenCalled();
  expect(tab.postMessage).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(Object.fromEntries(values)).toEqual({
    Authorization: 'theirs',
    user_key: 'theirs',
    admin_user_key: 'theirs',
    user_id: '7',
    user_role: 'user',
    admin_mode: 'true',
    admin_user_id: '1',
  });
  expect(String(tab.location.replace.mock.calls[0]?.[0])).toBe(`${location.origin}/navigation`);
  expect(tab.postMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE, location.origin);
  await vi.advanceTimersByTimeAsync(699);
  expect(tab.postMessage).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(tab.postMessage).toHaveBeenCalledTimes(2);
  await done;
  expect(tab.location.replace).toHaveBeenCalledOnce();
});

it('sends the session again when a tab asks for it that has loaded for longer, as long as a tab waits', async () => {
  const { tab, window } = fakeTab();
  const ask = (origin = location.origin, data = SESSION_WANTED): boolean =>
    globalThis.dispatchEvent(new MessageEvent('message', { origin, data }));
  const done = handOverSession(window, Promise.resolve(session));
  await vi.advanceTimersByTimeAsync(1_500);
  await done;
  tab.postMessage.mockClear();
  ask();
  expect(tab.postMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE, location.origin);
  ask('https://elsewhere.test');
  ask(location.origin, 'something else');
  await vi.advanceTimersByTimeAsync(15_000);
  ask();
  expect(tab.postMessage).toHaveBeenCalledOnce();
});

it('closes the tab where there is no session to hand over', async () => {
  const { tab, window } = fakeTab();
  await expect(handOverSession(window, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(tab.close).toHaveBeenCalledOnce();
  expect(tab.postMessage).not.toHaveBeenCalled();
});
