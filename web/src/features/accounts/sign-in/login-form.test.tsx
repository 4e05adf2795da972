import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, refusal } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginForm } from './login-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SAVED = { email: 'a@b.com', password: 'Secret1' };
const open = (savedLoginData: unknown, answer: Answer = () => undefined) =>
  openPublicScreens({ '/login': <LoginForm target="/devices" /> }, '/login', answer, { savedLoginData });
const email = () => screen.getByLabelText(/^Email/);

it('fills in what registration saved less than half an hour ago, once', async () => {
  await open({ ...SAVED, savedAt: Date.now() - 29 * 60_000 });
  expect(email()).toHaveProperty('value', 'a@b.com');
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'Secret1');
  expect(localStorage.getItem('savedLoginData')).toBeNull();
});

it.each([
  ['is half an hour old', () => ({ ...SAVED, savedAt: Date.now() - 30 * 60_000 })],
  ['has no password', () => ({ email: SAVED.email, savedAt: Date.now() })],
  ['has another shape', () => 'email'],
])('ignores and removes what registration saved when it %s', async (_why, saved) => {
  await open(saved());
  expect(email()).toHaveProperty('value', '');
  expect(screen.queryByText('Login credentials auto-filled from registration')).toBeNull();
  expect(localStorage.getItem('savedLoginData')).toBeNull();
});

it('returns to the first step with a message when the second has expired', async () => {
  const challenge = { two_factor_required: true, challenge: 'token', expires_at: '2026-11-24T12:00:00.000Z' };
  const { user } = await open({ ...SAVED, savedAt: Date.now() }, ({ path }) =>
    path === '/auth/login' ? Response.json(challenge) : refusal(401, 'Please sign in again', 'challenge_expired'),
  );
  await user.type(screen.getByLabelText(/^Password/), '{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
  await user.keyboard('123456');
  expect((await screen.findByRole('alert')).textContent).toBe('Please sign in again');
  await waitFor(() => expect(email()).toHaveProperty('value', 'a@b.com'));
  expect(screen.queryByLabelText('Code')).toBeNull();
});
