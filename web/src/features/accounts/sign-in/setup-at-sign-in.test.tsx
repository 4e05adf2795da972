import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CREATION, MADE, refusedBy, stubPasskeys } from '../../../testing/fake-passkeys.ts';
import { firstOf, on, type Answer } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginForm } from './login-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SETUP = {
  second_factor_setup_required: true,
  setup_key: 'setup',
  id: 7,
  role: 'user',
  expires_at: '2027-01-01T00:00:00.000Z',
} as const;
const CODES = { recovery_codes: ['k3f9-x2mq-7htd'] };

async function open(answer: Answer) {
  const page = await openPublicScreens(
    { '/login': <LoginForm target="/home" /> },
    '/login',
    firstOf(
      on(authHttp.signIn, () => SETUP),
      answer,
    ),
  );
  await page.user.type(screen.getByLabelText(/^Email/), 'a@b.com');
  await page.user.type(screen.getByLabelText(/^Password/), 'Secret1{Enter}');
  await screen.findByText(/^Your organisation requires a second factor/);
  return page;
}
const press = (name: string) => screen.getByRole('button', { name });

it('adds a passkey instead, and says what the browser has refused before', async () => {
  let create: () => Promise<unknown> = refusedBy('NotAllowedError');
  stubPasskeys({ create: () => create() });
  const { user, calls } = await open(
    firstOf(
      on(passkeysHttp.beginRegistration, () => CREATION),
      on(passkeysHttp.finishRegistration, () => ({
        passkey: { id: 1, name: 'x', created_at: SETUP.expires_at, last_used_at: null, set_aside_at: null },
        ...CODES,
      })),
    ),
  );
  await user.click(press('With a passkey of this device'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey was used/);
  create = () => Promise.resolve(MADE);
  await waitFor(() => expect(press('With a passkey of this device')).toHaveProperty('disabled', false));
  await user.click(press('With a passkey of this device'));
  await user.click(await screen.findByRole('button', { name: 'I have saved them' }));
  await screen.findByText('The screen /home');
  expect(calls.filter(({ path }) => path.includes('/register/')).map(({ key }) => key)).toEqual([
    'setup',
    'setup',
    'setup',
  ]);
});

it('leads back to the sign-in', async () => {
  const { user } = await open(() => undefined);
  await user.click(press('Back to login'));
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'a@b.com');
});
