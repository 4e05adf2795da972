import { settingsHttp, type SessionState } from '@belfry/schemas/http/accounts/settings';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { selectSession } from '../../lib/session/session-slice.ts';
import { watchActivity } from '../../lib/session/activity.ts';
import { SessionWarning } from './session-warning.tsx';

const TIMEOUT_S = 1_800;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose session ends half an hour after its last use, which the server is told by `use`. */
async function open(session_minutes: number | null = 30) {
  let usedAt = Date.now();
  const answer = on(settingsHttp.session, (): SessionState | Response => {
    const left = TIMEOUT_S - (Date.now() - usedAt) / 1_000;
    return left <= 0
      ? refusal(401, 'Your session has ended', 'unauthenticated')
      : { session_minutes, ends_in_s: Math.floor(left) };
  });
  const page = await openPage(<SessionWarning />, answer);
  await pass(0.1);
  return { ...page, use: () => (usedAt = Date.now()), asked: () => page.requestsTo(settingsHttp.session).length };
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const dialog = () => screen.queryByRole('dialog', { name: 'Your session is about to end' });

it('warns a minute before the end, and leads to the sign-in page at the end', async () => {
  const { store, asked } = await open();
  await pass(TIMEOUT_S - 65);
  expect(dialog()).toBeNull();
  expect(asked()).toBe(1);
  await pass(6);
  expect(dialog()?.textContent).toMatch(/5\d seconds left/);
  expect(selectSession(store.getState())).not.toBeNull();
  await pass(62);
  expect(selectSession(store.getState())).toBeNull();
});

it('does not warn where another tab has used the session', async () => {
  const { use } = await open();
  await pass(TIMEOUT_S - 70);
  use();
  await pass(100);
  expect(dialog()).toBeNull();
});

it('goes on where the person stays', async () => {
  const { use, store } = await open();
  await pass(TIMEOUT_S - 50);
  use();
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await pass(1);
  expect(dialog()).toBeNull();
  await pass(300);
  expect(selectSession(store.getState())).not.toBeNull();
});

it('tells the server that the page is in use, at most once a minute', async () => {
  onTestFinished(watchActivity());
  const { asked, use } = await open();
  await pass(300);
  use();
  for (let key = 0; key < 5; key += 1) fireEvent.keyDown(document.body, { key: 'a' });
  await pass(1);
  expect(asked()).toBe(2);
  await pass(30);
  fireEvent.keyDown(document.body, { key: 'a' });
  await pass(1);
  expect(asked()).toBe(2);
});

it('does nothing in a session without a time-out', async () => {
  const { asked } = await open(null);
  await pass(2 * TIMEOUT_S);
  expect(dialog()).toBeNull();
  expect(asked()).toBe(1);
});
