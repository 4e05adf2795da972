import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPublicScreens } from '../../testing/open-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { setUpRegisterTests } from './testing/register-harness.tsx';

setUpRegisterTests();

const open = (mode: string, address = '/register') =>
  openPublicScreens({ '/register': <RegisterPage /> }, address, ({ path }) =>
    path === '/auth/registration' ? Response.json({ mode }) : undefined,
  );
const form = () => screen.queryByRole('button', { name: 'Create Account' });

it.each([
  ['off', '/register', 'Nobody can register here'],
  ['off', '/register?token=abc', 'Nobody can register here'],
  ['invite', '/register', 'needs an invitation'],
] as const)('where registration is %s, %s says so instead of the form', async (mode, address, text) => {
  await open(mode, address);
  expect((await screen.findByText(new RegExp(text))).tagName).toBe('OUTPUT');
  expect(form()).toBeNull();
});

it('has the form for who comes by the link of an invitation', async () => {
  const { requestsTo } = await open('invite', '/register?token=abc');
  await screen.findByRole('button', { name: 'Create Account' });
  expect(requestsTo('/auth/registration')).toHaveLength(1);
  expect(form()).not.toBeNull();
});
