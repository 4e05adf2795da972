import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { act, cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { endSession } from '../../../lib/session/session-slice.ts';
import { writeProfileHints } from '../../../lib/session/session-store.ts';
import { type Answer, firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { RequireSession } from './require-session.tsx';

const preventUnload = (event: Event): void => event.preventDefault();
afterEach(() => {
  globalThis.removeEventListener('beforeunload', preventUnload);
  cleanup();
  vi.unstubAllGlobals();
});

async function openAndEnd(answer: Answer, more: ReactNode = null) {
  const page = await openPage(
    <RequireSession>
      <input aria-label="Note" />
      {more}
    </RequireSession>,
    answer,
  );
  writeProfileHints('ada@belfry.test', 0);
  await page.user.type(screen.getByLabelText('Note'), 'Beside the till');
  globalThis.addEventListener('beforeunload', preventUnload);
  act(() => page.store.dispatch(endSession('expired')));
  await screen.findByRole('dialog', { name: 'Sign In' });
  return page;
}
const password = () => screen.getByLabelText(/^Password/);
const signIn = () => screen.getByRole('button', { name: 'Sign In' });

it('asks for the password of the same person, until they type', async () => {
  const { user, calls } = await openAndEnd(() => undefined);
  screen.getByText('ada@belfry.test');
  await user.click(signIn());
  expect(screen.getByRole('alert').textContent).toBe('Password is required');
  await user.type(password(), 'S');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(calls).toEqual([]);
});

it('says why the password is refused, also while another one is typed', async () => {
  const { user } = await openAndEnd(on(authHttp.signIn, () => refusal(401, 'Wrong password', 'wrong_credentials')));
  await user.type(password(), 'Secret1{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong password');
  await user.type(password(), '2');
  expect(screen.getByRole('alert').textContent).toBe('Wrong password');
});

function Profile() {
  const { data } = useGetProfileQuery();
  return <p>{data?.name}</p>;
}

it('asks for everything again once somebody is signed in again', async () => {
  let name = 'Ada';
  const { user } = await openAndEnd(
    firstOf(
      on(authHttp.signIn, () => Response.json({ user_key: 'k', id: 1, role: 'user' })),
      on(usersHttp.profile, () => makeProfile({ id: 1, name })),
    ),
    <Profile />,
  );
  expect(await screen.findByText('Ada')).toBeDefined();
  name = 'Ada Lovelace';
  await user.type(password(), 'Secret1{Enter}');
  expect(await screen.findByText('Ada Lovelace')).toBeDefined();
});
