import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeCodeSent } from '../../../lib/session/registration-draft.ts';
import { advanceTime, stopTime } from '../../../testing/fake-time.ts';
import { refusal } from '../../../testing/fake-server.ts';
import {
  boxes,
  confirmButton,
  EMAIL,
  fillCode,
  openConfirmation,
  PHONE,
  press,
  resendButton,
  SCREENS,
  setUpConfirmTests,
} from './testing/confirm-harness.tsx';

beforeEach(stopTime);
setUpConfirmTests();

const FROM_LOGIN = { email: EMAIL.email, fromLogin: true };
const done = (): Response => Response.json({ success: true, message: 'ok' });
const requestButton = () => screen.getByRole('button', { name: 'Request a new code' });
const alertText = () => screen.getByRole('alert').textContent;

it('offers a new code at once to somebody who comes from sign-in, and leads back there', async () => {
  const { requestsTo, location } = await openConfirmation('email', FROM_LOGIN, done);
  expect(screen.getByText(/^Request a new code for /).textContent).toBe(
    `Request a new code for ${EMAIL.email}, or enter one that was sent in the last 10 minutes.`,
  );
  expect(screen.queryByText('Back to registration')).toBeNull();
  expect(requestButton()).toHaveProperty('disabled', false);
  await press(requestButton());
  expect(requestsTo('/auth/resend/email')).toHaveLength(1);
  expect(screen.getByText(/^Enter the 4-digit code that we sent to /)).toBeDefined();
  expect(resendButton()).toHaveProperty('disabled', true);
  await press(screen.getByText('Back to login'));
  expect(location()).toMatchObject({ path: '/login', state: { email: EMAIL.email } });
});

it('knows the code that this tab had sent before, also for somebody who comes from sign-in', async () => {
  const { router } = await openConfirmation('email', null, done);
  writeCodeSent(EMAIL.email);
  await advanceTime(40_000);
  await act(() => router.navigate('/confirm-email', { state: FROM_LOGIN }));
  expect(screen.getByText('1:00', { exact: true })).toBeDefined();
  expect(screen.getByText(/^Enter the 4-digit code that we sent to /)).toBeDefined();
});

it('asks to request a new code once the last one is too old, on a page that stayed open', async () => {
  await openConfirmation('email', EMAIL, done);
  await advanceTime(599_000);
  expect(screen.getByText(/^Enter the 4-digit code /)).toBeDefined();
  await advanceTime(2_000);
  expect(screen.getByText(/^Request a new code for /)).toBeDefined();
  expect(requestButton()).toHaveProperty('disabled', false);
});

it.each(SCREENS)('an error about the %s leaves with the first change of the code', async (contact, state) => {
  await openConfirmation(contact, state, () => refusal(404, 'x'));
  await fillCode('1234');
  expect(alertText()).toBe('User not found. Please register again');
  await fillCode('5');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(boxes()[0]!.getAttribute('aria-invalid')).not.toBe('true');
});

it.each([
  ['email', EMAIL, EMAIL.email, 'Email'],
  ['phone', PHONE, undefined, 'Phone'],
] as const)(
  'leads to sign-in with the address where the %s is confirmed already',
  async (contact, state, email, name) => {
    const { location } = await openConfirmation(contact, state, () => refusal(409, 'x', 'conflict'));
    await fillCode('1234');
    expect(alertText()).toBe(`${name} is already confirmed. You can proceed to login.`);
    await press(screen.getByRole('link', { name: 'You can proceed to login.' }));
    expect(location().path).toBe('/login');
    expect(location().state).toEqual({ email });
  },
);

it('sends a wrong code once, although Enter follows the fourth digit, and again when it has changed', async () => {
  const { requestsTo } = await openConfirmation('email', EMAIL, () => refusal(401, 'x', 'wrong_code'));
  await fillCode('1234');
  fireEvent.keyDown(boxes()[3]!, { key: 'Enter' });
  await advanceTime(0);
  expect(requestsTo('/auth/confirm/email')).toHaveLength(1);
  expect(alertText()).toBe('Invalid confirmation code. Please check and try again');
  await press(confirmButton());
  expect(requestsTo('/auth/confirm/email')).toHaveLength(2);
  boxes()[3]!.focus();
  fireEvent.change(boxes()[3]!, { target: { value: '5' } });
  await advanceTime(0);
  expect(requestsTo('/auth/confirm/email')).toHaveLength(3);
});
