import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusedBy, REQUEST, SIGNED, stubPasskeys } from '../../../testing/fake-passkeys.ts';
import { firstOf, on, refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { LoginForm } from './login-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SESSION = { user_key: 'k', id: 7, role: 'user', expires_at: '2027-01-01T00:00:00.000Z' } as const;

const BEGIN = on(passkeysHttp.beginSignIn, () => REQUEST);

const open = (answer: Answer) => openPublicScreens({ '/login': <LoginForm target="/home" /> }, '/login', answer);
const passkeyButton = () => screen.getByRole('button', { name: 'Use a passkey' });

it.each([
  ['what the browser refuses', refusedBy('NotAllowedError'), null, /^No passkey was used/],
  ['an unknown passkey', null, refusal(401, 'Unknown', 'wrong_credentials'), /^This passkey does not work here/],
  ['another address', null, refusal(403, 'No', 'origin_refused'), /^Passkeys of this console belong to another/],
  ['a blocked account', null, refusal(403, 'Your account is blocked', 'account_blocked'), 'Your account is blocked'],
])('shows %s, and lets the person try again', async (_what, get, answer, text) => {
  stubPasskeys({ get: get ?? (() => Promise.resolve(SIGNED)) });
  const { user } = await open(
    firstOf(
      BEGIN,
      on(passkeysHttp.finishSignIn, () => answer ?? SESSION),
    ),
  );
  await user.click(passkeyButton());
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  await waitFor(() => expect(passkeyButton()).toHaveProperty('disabled', false));
});

it('offers passkeys among what the browser fills in, and again after a refusal', async () => {
  let finish = (): Response => refusal(410, 'This has taken too long', 'challenge_expired');
  const { asked } = stubPasskeys({ inFields: () => Promise.resolve(SIGNED) });
  const { requestsTo } = await open(
    firstOf(
      BEGIN,
      on(passkeysHttp.finishSignIn, () => {
        const answer = finish();
        finish = () => Response.json(SESSION);
        return answer;
      }),
    ),
  );
  await screen.findByText('The screen /home');
  expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional']);
  expect(requestsTo(passkeysHttp.beginSignIn)).toHaveLength(2);
});

it('ends that offer when the page is left, and when the button is used', async () => {
  const { asked } = stubPasskeys({ inFields: () => new Promise(() => undefined), get: refusedBy('NotAllowedError') });
  const { user, unmount } = await open(BEGIN);
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(passkeyButton());
  await screen.findByRole('alert');
  expect(asked[0]?.signal?.aborted).toBe(true);
  unmount();
});

it('is not offered in a browser that knows no passkeys, and on plain HTTP says why', async () => {
  await open(() => undefined);
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  cleanup();
  vi.stubGlobal('isSecureContext', false);
  await open(() => undefined);
  expect(screen.getByText('Passkeys need a secure connection (https).')).toBeDefined();
});
