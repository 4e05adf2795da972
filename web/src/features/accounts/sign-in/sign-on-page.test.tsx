import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginPage } from './login-page.tsx';
import { SignOnPage } from './sign-on-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const EXPIRES = '2026-12-01T00:00:00.000Z';
const SESSION = { user_key: 'k', id: 7, role: 'user', expires_at: EXPIRES } as const;
const SCREENS = { '/sign-on': <SignOnPage />, '/login': <LoginPage /> };

it('exchanges the token of the address once, and opens the console', async () => {
  const { requestsTo } = await openPublicScreens(
    SCREENS,
    '/sign-on#token',
    on(signOnHttp.exchange, () => SESSION),
  );
  await screen.findByText('The screen /home');
  expect(requestsTo('/auth/oidc/session').map(({ body }) => body)).toEqual([{ token: 'token' }]);
  expect(sessionStorage.getItem('user_key')).toBe('k');
});

it('asks for the second factor of those who have one', async () => {
  const server = firstOf(
    on(signOnHttp.exchange, () => ({ two_factor_required: true as const, challenge: 'c', expires_at: EXPIRES })),
    on(authHttp.completeSignIn, ({ body }) =>
      body.code === '123456' ? SESSION : refusal(401, 'Invalid code', 'wrong_code'),
    ),
  );
  const { user } = await openPublicScreens(SCREENS, '/sign-on#token', server);
  await user.type(await screen.findByLabelText('Code'), '111111');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid code');
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456');
  await screen.findByText('The screen /home');
});

it('says why a token is not accepted', async () => {
  const server = on(signOnHttp.exchange, () => refusal(410, 'This link has expired.', 'link_expired'));
  await openPublicScreens(SCREENS, '/sign-on#token', server);
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired.');
});

it('shows on the sign-in page why a sign-in with a provider has failed', async () => {
  await openPublicScreens(SCREENS, '/login?sign_on=left', () => Response.json({ providers: [] }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your organisation has ended your access.');
});

it('is the sign-in page without a token', async () => {
  await openPublicScreens(SCREENS, '/sign-on', () => Response.json({ providers: [] }));
  await screen.findByRole('button', { name: 'Sign In' });
});
