import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { advanceTime, stopTime } from '../../../testing/fake-time.ts';
import { firstOf, on, refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage, openPublicScreens } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { ChangePasswordPage } from './change-password-page.tsx';

beforeEach(stopTime);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CHANGE = '/auth/change/password';
const OLD = 'Secret-12';
const NEW = 'Brand-new-1';
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const submitButton = () => screen.getByText('Change Password').closest('button')!;

async function fill(values: Record<string, string>): Promise<void> {
  await act(async () => {
    for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } });
  });
}
async function submit(): Promise<void> {
  await act(async () => void fireEvent.click(submitButton()));
  await advanceTime(0);
}
/** Opens the screen at `/`, whose answer to a change is `answer`. */
async function openChange(answer: () => Response) {
  const page = await openPage(<ChangePasswordPage />, ({ path }) =>
    path === CHANGE ? answer() : Response.json(makeProfile({ email: 'ada@belfry.test' })),
  );
  await advanceTime(0);
  return { ...page, sent: () => page.requestsTo(CHANGE), path: () => page.router.state.location.pathname };
}

it('checks the rules in order, with the focus on the invalid field', async () => {
  const { sent } = await openChange(() => Response.json({ success: true, message: 'x' }));
  expect(screen.getByText('Back to home').getAttribute('href')).toBe('/home');
  const steps: [values: Record<string, string>, text: string, focus: string][] = [
    [{}, 'Current password is required', 'Current password'],
    [
      { 'Current password': OLD, 'New password': 'Ab1' },
      'New password must be at least 6 characters long',
      'New password',
    ],
    [
      { 'New password': 'abcdef' },
      'New password must contain at least one uppercase letter, one lowercase letter, and one number',
      'New password',
    ],
    [{ 'New password': NEW }, 'New passwords do not match', 'Confirm new password'],
    [
      { 'New password': OLD, 'Confirm new password': OLD },
      'New password must be different from current password',
      'New password',
    ],
  ];
  for (const [values, text, focus] of steps) {
    await fill(values);
    submitButton().focus();
    await submit();
    expect(screen.getByText(text, { exact: true })).toBeDefined();
    expect(document.activeElement).toBe(field(focus));
  }
  expect(sent()).toEqual([]);
  await fill({ 'New password': NEW, 'Confirm new password': NEW });
  expect(screen.queryByText('New password must be different from current password')).toBeNull();
  expect(screen.getByText('Strong', { exact: true })).toBeDefined();
  for (const [name, toggle] of [
    ['Current password', 'Show or hide the current password'],
    ['New password', 'Show or hide the new password'],
    ['Confirm new password', 'Show or hide the confirmation'],
  ] as const) {
    for (const type of ['text', 'password']) {
      fireEvent.mouseDown(screen.getByLabelText(toggle));
      expect(field(name).getAttribute('type')).toBe(type);
    }
  }
});

it('shows why a change was rejected, and returns home two seconds after one that was accepted', async () => {
  let answer = (): Response => refusal(400, 'Current password is incorrect', 'wrong_password');
  const { sent, path } = await openChange(() => answer());
  await fill({ 'Current password': OLD, 'New password': NEW, 'Confirm new password': NEW });
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('Current password is incorrect');
  // The session continues.
  expect(readUserKey()).toBe('key');
  for (const [text, json] of [
    ['Not today', { error: 'Not today' }],
    ['Password change failed', {}],
  ] as const) {
    answer = () => Response.json(json, { status: 500 });
    await submit();
    expect(screen.getByRole('alert').textContent).toBe(text);
  }
  answer = () => Response.json({ success: true, message: 'x' });
  await submit();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Password changed successfully!')).toBeDefined();
  expect(sent().at(-1)).toMatchObject({
    method: 'PUT',
    key: 'Bearer key',
    body: { currentPassword: OLD, newPassword: NEW, email: 'ada@belfry.test' },
  });
  expect(submitButton()).toHaveProperty('disabled', true);
  await advanceTime(1_999);
  expect(path()).toBe('/');
  await advanceTime(1);
  expect(path()).toBe('/home');
});

const openPublic = (address: string, answer: Answer) =>
  openPublicScreens({ '/change-password': <ChangePasswordPage /> }, address, answer);

it('shows the sign-in page without a session or a token', async () => {
  const { location } = await openPublic('/change-password', () => undefined);
  expect(location()).toEqual({ path: '/login', state: null });
});

it('a link asks for the new password only, and leads to sign-in after two seconds', async () => {
  const { requestsTo, location } = await openPublic(
    '/change-password?token=t',
    firstOf(
      on(passwordsHttp.checkLink, () => ({ expires_at: '2026-11-20T11:00:00.000Z' })),
      on(passwordsHttp.reset, () => ({ success: true as const, message: 'x' })),
    ),
  );
  await advanceTime(0);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await fill({ 'New password': NEW, 'Confirm new password': NEW });
  await submit();
  expect(screen.getByText('Password changed successfully! Redirecting to login...')).toBeDefined();
  expect(requestsTo('/auth/reset/password').map(({ body }) => body)).toEqual([{ token: 't', newPassword: NEW }]);
  await advanceTime(1_999);
  expect(location().path).toBe('/change-password?token=t');
  await advanceTime(1);
  expect(location()).toEqual({
    path: '/login',
    state: { message: 'Your password was changed. Please log in with the new one.' },
  });
});

it('shows that a link no longer works, and where to request another', async () => {
  const { calls } = await openPublic('/change-password?token=t', () =>
    refusal(410, 'This link has expired', 'link_expired'),
  );
  await advanceTime(0);
  expect(screen.getByRole('alert').textContent).toBe('This link has expired');
  expect(screen.getByText('Request a new link').getAttribute('href')).toBe('/forgot-password');
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/auth/reset/check', { token: 't' }]]);
});
