import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginForm } from './login-form.tsx';

const FIRST = '/auth/login';
const SECOND = '/auth/login/two-factor';
const CHALLENGE = { two_factor_required: true, challenge: 'token', expires_at: '2026-11-24T12:00:00.000Z' };
let secondAnswer: () => Response;

beforeEach(() => {
  secondAnswer = () => Response.json({ user_key: 'k', id: 7, role: 'user' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const email = () => screen.getByLabelText(/^Email/);
const password = () => screen.getByLabelText(/^Password/);
const code = () => screen.getByLabelText('Code');

/** Opens the sign-in page and signs in with a password after which a code is required. */
async function openSecondStep() {
  const page = await openPublicScreens({ '/login': <LoginForm target="/home" /> }, '/login', ({ path }) =>
    path === FIRST ? Response.json(CHALLENGE) : secondAnswer(),
  );
  const signIn = async (): Promise<void> => {
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(code()));
  };
  await page.user.type(email(), 'a@b.com');
  await page.user.type(password(), 'Secret1');
  await signIn();
  return { ...page, signIn };
}

it('requires a code, and keeps the input for the way back', async () => {
  const { user, signIn, requestsTo } = await openSecondStep();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(screen.getByRole('alert').textContent).toBe('Please enter the code');
  expect(document.activeElement).toBe(code());
  await user.click(screen.getByRole('button', { name: 'Back to login' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(email()).toHaveProperty('value', 'a@b.com');
  expect(password()).toHaveProperty('value', 'Secret1');
  await user.click(password());
  await signIn();
  expect(requestsTo(SECOND)).toEqual([]);
});

it('shows that a code is wrong, and sends the next one with its last digit', async () => {
  const { user, requestsTo } = await openSecondStep();
  secondAnswer = () => refusal(401, 'Invalid code', 'wrong_code');
  await user.keyboard('not-a-code{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid code');
  await waitFor(() => expect(document.activeElement).toBe(code()));
  secondAnswer = () => Response.json({ user_key: 'k', id: 7, role: 'user' });
  await user.clear(code());
  await user.keyboard('123456');
  await screen.findByText('The screen /home');
  expect(requestsTo(SECOND).map(({ body }) => body)).toEqual([
    { challenge: 'token', code: 'not-a-code' },
    { challenge: 'token', code: '123456' },
  ]);
  expect(sessionStorage.getItem('user_id')).toBe('7');
});

it('returns to the first step with a message when the second has expired', async () => {
  const { user } = await openSecondStep();
  secondAnswer = () => refusal(401, 'Please sign in again', 'challenge_expired');
  await user.keyboard('123456');
  expect((await screen.findByRole('alert')).textContent).toBe('Please sign in again');
  await waitFor(() => expect(email()).toHaveProperty('value', 'a@b.com'));
  expect(screen.queryByLabelText('Code')).toBeNull();
});
