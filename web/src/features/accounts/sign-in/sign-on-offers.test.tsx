import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { on } from '../../../testing/fake-server.ts';
import { openPage, openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginForm } from './login-form.tsx';
import { SignOnOffers } from './sign-on-offers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const server = on(signOnHttp.offered, ({ query }) => ({
  providers: query.email === undefined ? [] : [{ provider: 3, name: 'Example login' }],
}));

it('offers the provider of a complete mail address, with the address as a hint', async () => {
  await openPage(<SignOnOffers email=" ann@example.com " />, server);
  const link = await screen.findByRole('link', { name: 'Continue with Example login' });
  expect(link.getAttribute('href')).toBe('/api/auth/oidc/3/start?email=ann%40example.com');
});

it('asks for no address that is not complete', async () => {
  const { requestsTo } = await openPage(<SignOnOffers email="ann@" />, server);
  await vi.waitFor(() => expect(requestsTo('/auth/oidc/providers')).toHaveLength(1));
  expect(requestsTo('/auth/oidc/providers')[0]?.params).toEqual({});
  expect(screen.queryByRole('link')).toBeNull();
});

it('asks nothing until somebody is at the page', async () => {
  const { user, requestsTo } = await openPublicScreens({ '/login': <LoginForm target="/home" /> }, '/login', server);
  expect(requestsTo('/auth/oidc/providers')).toEqual([]);
  await user.keyboard('{Tab}');
  await vi.waitFor(() => expect(requestsTo('/auth/oidc/providers')).toHaveLength(1));
});
