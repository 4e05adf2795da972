import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { advanceTime, stopTime } from '../../../testing/fake-time.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ConfirmPhoneDialog } from './confirm-phone-dialog.tsx';
import {
  boxes,
  confirmButton,
  EMAIL,
  fillCode,
  openConfirmation,
  press,
  setUpConfirmTests,
} from './testing/confirm-harness.tsx';

setUpConfirmTests();

const done = (): Response => Response.json({ success: true, message: 'ok' });
const alertText = () => screen.getByRole('alert').textContent;

it.each(['email', 'phone'] as const)('opens sign-in where no %s is to be confirmed', async (contact) => {
  const { location } = await openConfirmation(contact, null, () => undefined);
  await screen.findByText('The screen /login');
  expect(location().path).toBe('/login');
});

it('asks to request a new code once the last one is too old, on a page that stayed open', async () => {
  stopTime();
  await openConfirmation('email', EMAIL, done);
  await advanceTime(599_000);
  expect(screen.getByText(/^Enter the 4-digit code /)).toBeDefined();
  await advanceTime(2_000);
  expect(screen.getByText(/^Request a new code for /)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Request a new code' })).toHaveProperty('disabled', false);
});

it('sends a wrong code once, although Enter follows the fourth digit, and again when it has changed', async () => {
  stopTime();
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

it('the dialog for a phone number accepts a code that was just sent without requesting another', async () => {
  const { user, requestsTo } = await openPage(
    <ConfirmPhoneDialog phone="+79161234567" onClose={() => undefined} />,
    ({ path }) => (path === '/auth/resend/phone' ? refusal(429, 'A code was just sent.', 'rate_limited') : done()),
  );
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  expect((await screen.findByRole('alert')).textContent).toBe('A code was just sent.');
  await user.click(screen.getByRole('button', { name: 'I have a code' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 4')));
  await user.keyboard('4321');
  await waitFor(() => expect(requestsTo('/auth/confirm/phone')).toHaveLength(1));
  expect(requestsTo('/auth/resend/phone')).toHaveLength(1);
});
