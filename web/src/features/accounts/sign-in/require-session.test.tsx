import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Outlet, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { endSession, selectSuspendedSession, selectSessionEnd } from '../../../lib/session/session-slice.ts';
import { readUserKey, writeProfileHints, writeSession } from '../../../lib/session/session-store.ts';
import { renderRoutes } from '../../../testing/render-page.tsx';
import { RequireSession } from './require-session.tsx';

beforeAll(startI18n);
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const SignIn = () => <p>sign-in, then {JSON.stringify(useLocation().state)}</p>;

function open(path: string) {
  const shell = (
    <RequireSession>
      <Link to="/help">Help</Link>
      <Outlet />
    </RequireSession>
  );
  const children = ['home', 'help'].map((name) => ({ path: name, element: <p>screen {name}</p> }));
  const routes = [
    { path: '/', element: shell, children },
    { path: '/login', element: <SignIn /> },
  ];
  return renderRoutes(routes, { address: path }).store;
}

it('shows the page to a user with a key', async () => {
  writeSession({ user_id: 7, role: 'user' }, 'k');
  open('/home');
  await screen.findByText('screen home');
});

it('redirects to sign-in without a key, and keeps the target', async () => {
  open('/help?topic=keys#top');
  await screen.findByText('sign-in, then {"from":"/help?topic=keys#top"}');
});

it('ends the session at the next navigation when its key is no longer stored', async () => {
  writeSession({ user_id: 7, role: 'user' }, 'k');
  const store = open('/home');
  sessionStorage.clear();
  await userEvent.setup().click(screen.getByRole('link', { name: 'Help' }));
  await screen.findByText('sign-in, then {"from":"/help"}');
  expect(selectSessionEnd(store.getState())).toBe('expired');
});

const preventUnload = (event: Event): void => event.preventDefault();

it('keeps a page with unsaved input without its key, unless the user signed out', async () => {
  writeSession({ user_id: 7, role: 'user' }, 'k');
  writeProfileHints('ada@belfry.test', 0);
  globalThis.addEventListener('beforeunload', preventUnload);
  try {
    const store = open('/home');
    act(() => store.dispatch(endSession('expired')));
    await screen.findByText('screen home');
    expect(selectSuspendedSession(store.getState())?.user_id).toBe(7);
    expect(readUserKey()).toBeNull();
    act(() => store.dispatch(endSession('signed_out')));
    await screen.findByText(/^sign-in/);
    expect(selectSuspendedSession(store.getState())).toBeNull();
  } finally {
    globalThis.removeEventListener('beforeunload', preventUnload);
  }
});
