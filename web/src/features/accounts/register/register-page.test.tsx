import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { answerLookups } from '../../../testing/lookup-answers.ts';
import {
  createButton,
  expectCountry,
  fillRegistration,
  located,
  setUpRegisterTests,
} from './testing/register-harness.tsx';

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

it('shows no form before it is known who may register', async () => {
  const later = Promise.withResolvers<Response>();
  await openPublicScreens({ '/register': <RegisterPage /> }, '/register', (call) =>
    call.path === '/auth/registration' ? later.promise : answerLookups(call),
  );
  expect(form()).toBeNull();
  later.resolve(Response.json({ mode: 'invite' }));
  expect(await screen.findByText(/needs an invitation/)).toBeDefined();
  expect(form()).toBeNull();
});

it.each([
  ['invite', false],
  ['open', true],
] as const)('where registration is %s, an invitation that has ended is said at once', async (mode, hasForm) => {
  const { requestsTo } = await openPublicScreens({ '/register': <RegisterPage /> }, '/register?token=used', (call) => {
    if (call.path === '/auth/registration') return Response.json({ mode });
    if (call.path === '/auth/invitation/read') return refusal(410, 'This invitation has ended', 'link_expired');
    return answerLookups(call);
  });
  expect((await screen.findByRole('alert')).textContent).toBe('This invitation has ended');
  expect(requestsTo('/auth/invitation/read')).toMatchObject([{ body: { token: 'used' } }]);
  expect(form() !== null).toBe(hasForm);
});

it('fills in the address of an invitation that came by mail', async () => {
  await openPublicScreens({ '/register': <RegisterPage /> }, '/register?token=abc', (call) => {
    if (call.path === '/auth/registration') return Response.json({ mode: 'invite' });
    if (call.path === '/auth/invitation/read') return Response.json({ email: 'olga@belfry.test' });
    return answerLookups(call);
  });
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ });
  expect([email.value, email.readOnly]).toEqual(['olga@belfry.test', true]);
});

it('keeps the invitation of somebody who goes back from the confirmation, also after a reload', async () => {
  const { user, requestsTo, router } = await openPublicScreens(
    { '/register': <RegisterPage />, '/confirm-email': <TextLink to="/register">Back to registration</TextLink> },
    '/register?token=abc',
    (call) => {
      if (call.path === '/auth/registration') return Response.json({ mode: 'invite' });
      if (call.path === '/auth/user/ip') return located();
      if (call.path === '/auth/register') return Response.json({ success: true, user_id: 7 });
      return answerLookups(call);
    },
  );
  await screen.findByRole('button', { name: 'Create Account' });
  await expectCountry('Germany');
  fillRegistration();
  fireEvent.click(createButton());
  await user.click(await screen.findByRole('link', { name: 'Back to registration' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/register');
  fireEvent.click(await screen.findByRole('button', { name: 'Create Account' }));
  await screen.findByRole('link', { name: 'Back to registration' });
  const sent = requestsTo('/auth/register').map(({ body }) => (body as { invitation?: string }).invitation);
  expect(sent).toEqual(['abc', 'abc']);
  // The page after a reload has only what is stored.
  await act(() => router.navigate('/register'));
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeDefined();
});

it('has the address of the invitation, which nobody changes, and leads back to the invitation', async () => {
  const from = '/invitation?token=abc';
  const { requestsTo, router } = await openPublicScreens(
    { '/register': <RegisterPage />, '/confirm-email': <p>confirm</p>, '/start': <p>start</p> },
    '/start',
    (call) => {
      if (call.path === '/auth/registration') return Response.json({ mode: 'invite' });
      if (call.path === '/auth/user/ip') return located();
      if (call.path === '/auth/register') return Response.json({ success: true, user_id: 7 });
      return answerLookups(call);
    },
  );
  await act(() => router.navigate('/register?token=abc', { state: { from, email: 'olga@belfry.test' } }));
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ });
  expect([email.value, email.readOnly]).toEqual(['olga@belfry.test', true]);
  await expectCountry('Germany');
  fillRegistration({ email: 'olga@belfry.test' });
  fireEvent.click(createButton());
  await screen.findByText('confirm');
  expect(requestsTo('/auth/register')[0]?.body).toMatchObject({ email: 'olga@belfry.test', invitation: 'abc' });
  expect(router.state.location.state).toMatchObject({ from });
});
