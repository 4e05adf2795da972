import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { LoginForm } from './login-form.tsx';
import { renderRoutes } from '../../../testing/render-page.tsx';

const requests: unknown[] = [];
let answer: (() => Response) | Promise<() => Response>;

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  requests.length = 0;
  await startI18n();
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(await request.json());
    return (await answer)();
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  renderRoutes(
    [
      { path: '/login', element: <LoginForm target="/devices" /> },
      { path: '/devices', element: <p>arrived</p> },
    ],
    { address: '/login' },
  );
  const user = userEvent.setup();
  const fill = async (email: string, password: string): Promise<void> => {
    await user.type(screen.getByLabelText(/^Email/), email);
    await user.type(screen.getByLabelText(/^Password/), password);
  };
  return { user, fill };
}

it('signs in with Enter, stores the session and opens the requested page', async () => {
  answer = () => Response.json({ user_key: 'k', id: 7, role: 'admin', expires_at: '2026-01-01T00:00:00Z' });
  const { fill } = open();
  await fill('a@b.com', 'Secret1{Enter}');
  await screen.findByText('arrived');
  expect(requests).toEqual([{ email: 'a@b.com', password: 'Secret1' }]);
  expect(Object.fromEntries(Object.entries(sessionStorage))).toMatchObject({
    Authorization: 'k',
    user_key: 'k',
    admin_user_key: 'k',
    user_id: '7',
    user_role: 'admin',
  });
});

it('signs in with Enter in the email field, too', async () => {
  answer = () => Response.json({ user_key: 'k', id: 7, role: 'admin' });
  const { user, fill } = open();
  await fill('a@b.com', 'Secret1');
  await user.type(screen.getByLabelText(/^Email/), '{Enter}');
  await screen.findByText('arrived');
  expect(requests).toHaveLength(1);
});

it.each([
  ['nothing', '', 'Server returned invalid response. Status: 500. Response:'],
  ['a page', '<h1>Oops', 'Server returned invalid response. Status: 500. Response: <h1>Oops'],
  ['an object without an error', '{}', 'Login failed with status 500'],
])('shows what is wrong with an answer that holds %s', async (_what, body, text) => {
  answer = () => new Response(body, { status: 500 });
  const { fill } = open();
  await fill('a@b.com', 'Secret1{Enter}');
  expect((await screen.findByRole('alert')).textContent.trim()).toBe(text);
});

it('sends one request however often Enter is pressed meanwhile', async () => {
  let release: (reply: () => Response) => void = () => undefined;
  answer = new Promise((resolve) => (release = resolve));
  const { user, fill } = open();
  await fill('a@b.com', 'Secret1{Enter}{Enter}');
  const button = screen.getByRole('button', { name: 'Logging in...' });
  expect(button).toHaveProperty('disabled', true);
  await user.keyboard('{Enter}');
  release(() => Response.json({ error: 'Wrong email or password', code: 'wrong_credentials' }, { status: 401 }));
  await screen.findByText('Wrong email or password');
  expect(requests).toHaveLength(1);
});

it('names what is missing, sends no request, and clears the error when the next attempt begins', async () => {
  const { user, fill } = open();
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(screen.getByRole('alert').textContent).toBe('Email is required');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
  expect(requests).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<() => Response>();
  answer = promise;
  await fill('a@b.com', 'Secret1{Enter}');
  expect(screen.getByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('alert')).toBeNull();
  resolve(() => Response.json({ id: 7 }));
  await screen.findByText('user_key not found in response');
});

it('fills in what registration saved, once', () => {
  localStorage.setItem(
    'savedLoginData',
    JSON.stringify({ email: 'a@b.com', password: 'Secret1', savedAt: Date.now() }),
  );
  open();
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'a@b.com');
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'Secret1');
  expect(localStorage.getItem('savedLoginData')).toBeNull();
});

it('shows for 5 s that it was filled in', () => {
  vi.useFakeTimers();
  const saved = { email: 'a@b.com', password: 'Secret1', savedAt: Date.now() };
  localStorage.setItem('savedLoginData', JSON.stringify(saved));
  open();
  const notice = () => screen.queryByText('Login credentials auto-filled from registration');
  act(() => void vi.advanceTimersByTime(4_999));
  expect(notice()).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(notice()).toBeNull();
});

it('ignores and removes what registration saved too long ago', () => {
  const savedAt = Date.now() - 31 * 60_000;
  localStorage.setItem('savedLoginData', JSON.stringify({ email: 'a@b.com', password: 'Secret1', savedAt }));
  open();
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', '');
  expect(localStorage.getItem('savedLoginData')).toBeNull();
});
