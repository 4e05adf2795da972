import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionEnded } from '../../../lib/session/session-slice.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginPage } from './login-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (state: object | null = null) =>
  openPublicScreens({ '/login': <LoginPage /> }, { pathname: '/login', state }, () =>
    Response.json({ user_key: 'k', id: 7, role: 'user' }),
  );

it('shows the message of the screen before it, and opens the requested page after the sign-in', async () => {
  const { user, location } = await open({ message: 'Email confirmed!', from: '/devices?status=online' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Belfry');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Login:');
  expect(screen.getByRole('status').textContent).toBe('Email confirmed!');
  expect(screen.getByRole('link', { name: 'Forgot Password?' }).getAttribute('href')).toBe('/forgot-password');
  expect(screen.getByRole('link', { name: 'Registration?' }).getAttribute('href')).toBe('/register');
  await user.type(screen.getByLabelText(/^Email/), 'a@b.com');
  await user.type(screen.getByLabelText(/^Password/), 'Secret1{Enter}');
  await screen.findByText('The screen /devices');
  expect(location().path).toBe('/devices?status=online');
});

it('opens the home page where none was requested', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText(/^Email/), 'a@b.com');
  await user.type(screen.getByLabelText(/^Password/), 'Secret1{Enter}');
  await screen.findByText('The screen /home');
});

it.each([
  ['expired', 'status', /^Your session has ended/],
  ['blocked', 'alert', /^An administrator has blocked your account/],
] as const)('shows why a session has ended: %s', async (reason, role, text) => {
  const { store } = await open();
  expect(screen.queryByRole(role)).toBeNull();
  act(() => void store.dispatch(sessionEnded(reason)));
  expect(screen.getByRole(role).textContent).toMatch(text);
});
