import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SENT = 'Password reset instructions have been sent to your email address.';

it('checks the email address, and shows that the link was sent or why not', async () => {
  let answer = (): Response => Response.json({ success: true, message: 'x' });
  const { user, requestsTo } = await openPublicScreens(
    { '/forgot-password': <ForgotPasswordPage /> },
    '/forgot-password',
    () => answer(),
  );
  const email = screen.getByLabelText(/^Email/);
  const send = () => user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(document.activeElement).toBe(email);
  for (const [typed, text] of [
    ['', 'Email is required'],
    ['nobody@', 'Please enter a valid email address'],
  ] as const) {
    if (typed !== '') await user.type(email, typed);
    await send();
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(document.activeElement).toBe(email);
  }
  expect(requestsTo('/users/forgot-password')).toEqual([]);
  await user.type(email, 'belfry.test{Enter}');
  await screen.findByText(SENT);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(requestsTo('/users/forgot-password').map(({ body }) => body)).toEqual([{ email: 'nobody@belfry.test' }]);
  for (const [text, json] of [
    ['The mail is resting', { error: 'The mail is resting' }],
    ['Password reset request failed', {}],
  ] as const) {
    answer = () => Response.json(json, { status: 500 });
    await send();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    expect(screen.queryByText(SENT)).toBeNull();
  }
  await user.click(screen.getByText('Back to login'));
  await screen.findByText('The screen /login');
});
