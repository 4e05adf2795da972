import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginPage } from './login-page.tsx';
import { UnlockPage } from './unlock-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address: string, answer: Answer) =>
  openPublicScreens({ '/login': <LoginPage />, '/unlock': <UnlockPage /> }, address, answer);
const SENT = /^If there is an account with this email address, a sign-in link has been sent to it\./;
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const offer = () => screen.findByRole('button', { name: 'Email me a sign-in link' });

it('after too many attempts a link can be requested, also again where it could not be sent', async () => {
  const tooMany = 'Too many attempts. Please try again in 15 minutes';
  let sending = (): Response => refusal(500);
  const { user, requestsTo } = await open('/login', ({ path }) =>
    path === '/auth/login' ? refusal(429, tooMany, 'rate_limited') : sending(),
  );
  await user.type(screen.getByLabelText(/^Email/), 'ann@belfry.test');
  await user.type(screen.getByLabelText(/^Password/), 'Secret-12{Enter}');
  (await offer()).focus();
  expect(alerts()).toEqual([tooMany]);
  await user.keyboard('{Enter}');
  await screen.findByText('The link could not be sent');
  expect(alerts()).toEqual([tooMany, 'The link could not be sent']);
  sending = () => Response.json({ success: true, message: 'x' });
  await user.click(await offer());
  expect((await screen.findByText(SENT)).closest('[role]')?.getAttribute('role')).toBe('status');
  expect(alerts()).toEqual([tooMany]);
  expect(requestsTo('/auth/unlock').map(({ body }) => body)).toEqual([
    { email: 'ann@belfry.test' },
    { email: 'ann@belfry.test' },
  ]);
});

it('the token of a link is sent with the sign-in, and another link is offered where it has expired', async () => {
  const expired = 'This link has expired or was used before. Please request a new one.';
  const { user, requestsTo } = await open('/unlock?token=t', () => refusal(410, expired, 'link_expired'));
  expect(screen.getByText('With this link you can sign in at once.')).toBeDefined();
  await user.type(screen.getByLabelText(/^Email/), 'ann@belfry.test');
  await user.type(screen.getByLabelText(/^Password/), 'Secret-12{Enter}');
  await offer();
  expect(alerts()).toEqual([expired]);
  expect(requestsTo('/auth/login').map(({ body }) => body)).toEqual([
    { email: 'ann@belfry.test', password: 'Secret-12', unlock: 't', time_zone: expect.any(String) },
  ]);
});
