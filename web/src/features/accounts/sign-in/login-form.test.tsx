import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { refusal, unreachable } from '../../../testing/fake-server.ts';
import { LoginForm } from './login-form.tsx';
import { renderRoutes } from '../../../testing/render-page.tsx';

const requests: unknown[] = [];
type Reply = () => Response | Promise<Response>;
let answer: Reply | Promise<Reply>;

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
  const { router } = renderRoutes(
    [
      { path: '/login', element: <LoginForm target="/devices" /> },
      { path: '/devices', element: <p>arrived</p> },
      { path: '/confirm-email', element: null },
    ],
    { address: '/login' },
  );
  // No delay between key presses.
  const user = userEvent.setup({ delay: null });
  const fill = async (email: string, password: string): Promise<void> => {
    await user.type(screen.getByLabelText(/^Email/), email);
    if (password !== '') await user.type(screen.getByLabelText(/^Password/), password);
  };
  return { user, fill, location: () => router.state.location };
}

it('signs in with Enter, stores the session and opens the requested page', async () => {
  answer = () => Response.json({ user_key: 'k', id: 7, role: 'admin', expires_at: '2026-01-01T00:00:00Z' });
  const { fill } = open();
  await fill('a@b.com', 'Secret1{Enter}');
  await screen.findByText('arrived');
  expect(requests).toEqual([{ email: 'a@b.com', password: 'Secret1', time_zone: expect.any(String) }]);
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

it('shows a specific text for every error, and keeps the input', async () => {
  answer = () => refusal(401, 'Invalid email or password', 'wrong_credentials');
  const { user, fill } = open();
  await fill('a@b.com', 'Secret1');
  const cases: [text: string, answer: () => Response | Promise<Response>][] = [
    ['Invalid email or password', answer],
    ['Server returned invalid response. Status: 500. Response:', () => new Response('', { status: 500 })],
    [
      'Server returned invalid response. Status: 502. Response: <h1>Bad gateway</h1>',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    ],
    ['Login failed with status 500', () => new Response('{}', { status: 500 })],
    ['The database is resting', () => refusal(503, 'The database is resting', 'database_unavailable')],
    ['user_key not found in response', () => Response.json({ id: 1, role: 'user' })],
    [
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
      unreachable,
    ],
  ];
  for (const [text, given] of cases) {
    answer = given;
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent.trim()).toBe(text));
    expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'a@b.com');
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'Secret1');
  }
  expect(sessionStorage.getItem('user_key')).toBeNull();
});

it('sends one request however often Enter is pressed meanwhile', async () => {
  let release: (reply: Reply) => void = () => undefined;
  answer = new Promise((resolve) => (release = resolve));
  const { user, fill } = open();
  await fill('a@b.com', 'Secret1{Enter}{Enter}');
  const button = screen.getByRole('button', { name: 'Logging in...' });
  expect(button).toHaveProperty('disabled', true);
  await user.keyboard('{Enter}');
  release(() => refusal(401, 'Wrong email or password', 'wrong_credentials'));
  await screen.findByText('Wrong email or password');
  expect(requests).toHaveLength(1);
});

it('names the first invalid field and focuses it, sends no request, and clears the error when the next attempt begins', async () => {
  const { user, fill } = open();
  const [email, password] = [screen.getByLabelText(/^Email/), screen.getByLabelText(/^Password/)];
  const expectProblem = async (text: string, field: HTMLElement): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(document.activeElement).toBe(field);
  };
  expect(document.activeElement).toBe(email);
  await expectProblem('Email is required', email);
  await fill('nobody@', '');
  await expectProblem('Please enter a valid email address', email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  await fill('belfry.test', '   ');
  expect(email.getAttribute('aria-invalid')).not.toBe('true');
  await expectProblem('Password is required', password);
  expect(requests).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<Reply>();
  answer = promise;
  await user.type(password, 'Secret1{Enter}');
  expect(screen.getByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('alert')).toBeNull();
  resolve(() => Response.json({ id: 7 }));
  await screen.findByText('user_key not found in response');
});

it('can show the password', async () => {
  const { user } = open();
  for (const type of ['text', 'password']) {
    await user.click(screen.getByRole('button', { name: 'Show or hide the password' }));
    expect(screen.getByLabelText(/^Password/).getAttribute('type')).toBe(type);
  }
});

it('links to the confirmation of an email address that is not confirmed yet', async () => {
  answer = () => refusal(403, 'Please confirm your email', 'email_not_confirmed');
  const { user, fill, location } = open();
  await fill('a@b.com', 'Secret1{Enter}');
  await user.click(await screen.findByRole('link', { name: 'Confirm your email' }));
  expect(location()).toMatchObject({ pathname: '/confirm-email', state: { email: 'a@b.com', fromLogin: true } });
});

const SAVED = { email: 'a@b.com', password: 'Secret1' };

it('fills in what registration saved less than half an hour ago, once', () => {
  localStorage.setItem('savedLoginData', JSON.stringify({ ...SAVED, savedAt: Date.now() - 29 * 60_000 }));
  open();
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'a@b.com');
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'Secret1');
  expect(localStorage.getItem('savedLoginData')).toBeNull();
});

it('shows for 5 s that it was filled in', () => {
  vi.useFakeTimers();
  localStorage.setItem('savedLoginData', JSON.stringify({ ...SAVED, savedAt: Date.now() }));
  open();
  const notice = () => screen.queryByText('Login credentials auto-filled from registration');
  act(() => void vi.advanceTimersByTime(4_999));
  expect(notice()).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(notice()).toBeNull();
});

it.each([
  ['is half an hour old', () => JSON.stringify({ ...SAVED, savedAt: Date.now() - 30 * 60_000 })],
  ['has no password', () => JSON.stringify({ email: SAVED.email, savedAt: Date.now() })],
  ['cannot be parsed', () => '{"email'],
])('ignores and removes what registration saved when it %s', (_why, saved) => {
  localStorage.setItem('savedLoginData', saved());
  open();
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', '');
  expect(screen.queryByText('Login credentials auto-filled from registration')).toBeNull();
  expect(localStorage.getItem('savedLoginData')).toBeNull();
});
