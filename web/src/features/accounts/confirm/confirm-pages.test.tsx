import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import {
  boxes,
  confirmButton,
  EMAIL,
  openConfirmation,
  PHONE,
  setUpConfirmTests,
  shownCode,
} from './testing/confirm-harness.tsx';

setUpConfirmTests();

it.each(['email', 'phone'] as const)('opens sign-in where no %s is to be confirmed', async (contact) => {
  const { location } = await openConfirmation(contact, null, () => undefined);
  await screen.findByText('The screen /login');
  expect(location().path).toBe('/login');
});

it.each([
  ['email', EMAIL, { email: EMAIL.email, user_id: EMAIL.userId }],
  ['phone', PHONE, PHONE],
] as const)(
  'the code fields for the %s accept digits and a pasted code, and Backspace moves back',
  async (contact, state, sent) => {
    const { user, requestsTo } = await openConfirmation(contact, state, () => refusal(404, 'No such user'));
    expect(shownCode()).toBe('____');
    expect(document.activeElement).toBe(boxes()[0]);
    await user.keyboard('a1b');
    expect(shownCode()).toBe('1___');
    expect(document.activeElement).toBe(boxes()[1]);
    expect(confirmButton()).toHaveProperty('disabled', true);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter the complete 4-digit code');
    await user.keyboard('{Backspace}');
    expect(document.activeElement).toBe(boxes()[0]);

    // Each digit stays in its field.
    await user.keyboard('{Backspace}');
    await user.click(boxes()[2]!);
    await user.keyboard('7');
    expect(shownCode()).toBe('__7_');
    expect(requestsTo(`/auth/confirm/${contact}`)).toEqual([]);

    // A pasted code is submitted at once.
    await user.paste('Your code is 4321.');
    expect(shownCode()).toBe('4321');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('User not found. Please register again'));
    expect(document.activeElement).toBe(boxes()[0]);
    expect(confirmButton()).toHaveProperty('disabled', false);
    expect(requestsTo(`/auth/confirm/${contact}`).map(({ body }) => body)).toEqual([{ ...sent, code: '4321' }]);

    await user.click(boxes()[1]!);
    await user.keyboard('{Backspace}');
    expect(shownCode()).toBe('4_21');
    expect(confirmButton()).toHaveProperty('disabled', true);
    await user.click(screen.getByText('Back to registration'));
    await screen.findByText('The screen /register');
  },
);
