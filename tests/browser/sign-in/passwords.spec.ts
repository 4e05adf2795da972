import type { Page } from '@playwright/test';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { alertOf, mockResponse, fieldOf } from '../support/pages/account-forms.ts';
import { stopClock } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const submitOf = (page: Page) => page.getByRole('button', { name: 'Change Password' });
const SENT = 'Password reset instructions have been sent to your email address.';

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

test('a forgotten password is reset by an emailed link, once', async ({ fixtures, page, stack }) => {
  const user = await fixtures.user();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await fieldOf(page, 'Email').fill(user.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(SENT)).toBeVisible();

  const link = `/change-password?token=${tokenIn((await mailTo(stack, user.email)).text)}`;
  await page.goto(link);
  await expect(field(page, 'Current password')).toHaveCount(0);
  await fill(page, { 'New password': 'Brand-new-1', 'Confirm new password': 'Brand-new-1' });
  await submitOf(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your password was changed. Please log in with the new one.')).toBeVisible();
  await fieldOf(page, 'Email').fill(user.email);
  await fieldOf(page, 'Password').fill('Brand-new-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);

  await page.goto(link);
  await expect(alertOf(page)).toHaveText(/link/i);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('an unknown email address gets the same response; rule violations and errors are shown', async ({ page }) => {
  await page.goto('/forgot-password');
  const send = page.getByRole('button', { name: 'Send the link' });
  await send.click();
  await expect(alertOf(page)).toHaveText('Email is required');
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await fieldOf(page, 'Email').fill('nobody@');
  await send.click();
  await expect(alertOf(page)).toHaveText('Please enter a valid email address');
  await fieldOf(page, 'Email').fill('nobody@belfry.test');
  await send.click();
  await expect(page.getByText(SENT)).toBeVisible();
  for (const [text, json] of [
    ['The mail is resting', { error: 'The mail is resting' }],
    ['Password reset request failed', {}],
  ] as const) {
    const undo = await mockResponse(page, 'users/forgot-password', { status: 500, json });
    await send.click();
    await expect(alertOf(page)).toHaveText(text);
    await undo();
  }
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('outside the shell, without a key or a token, the sign-in page is shown', async ({ page }) => {
  await page.goto('/change-password');
  await expect(page).toHaveURL(/\/login$/);
});

test('changes the password rule by rule, and returns home', async ({ fixtures, open, page }) => {
  const user = await fixtures.user();
  await page.clock.install();
  // The request has the email address of the profile.
  const profile = page.waitForResponse('**/api/users/info');
  await open(user, '/change-password');
  await profile;
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
  const steps: [values: Record<string, string>, text: string, focus: string][] = [
    [{}, 'Current password is required', 'Current password'],
    [
      { 'Current password': user.password, 'New password': 'Ab1' },
      'New password must be at least 6 characters long',
      'New password',
    ],
    [
      { 'New password': 'abcdef' },
      'New password must contain at least one uppercase letter, one lowercase letter, and one number',
      'New password',
    ],
    [{ 'New password': 'Brand-new-1' }, 'New passwords do not match', 'Confirm new password'],
    [
      { 'New password': user.password, 'Confirm new password': user.password },
      'New password must be different from current password',
      'New password',
    ],
  ];
  for (const [values, text, focus] of steps) {
    await fill(page, values);
    await submitOf(page).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(field(page, focus)).toBeFocused();
  }
  await fill(page, { 'New password': 'Brand-new-1', 'Confirm new password': 'Brand-new-1' });
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  for (const [name, toggle] of [
    ['Current password', 'Show or hide the current password'],
    ['New password', 'Show or hide the new password'],
    ['Confirm new password', 'Show or hide the confirmation'],
  ] as const) {
    for (const type of ['text', 'password']) {
      await page.getByRole('button', { name: toggle }).click();
      await expect(field(page, name)).toHaveAttribute('type', type);
    }
  }

  for (const [text, json] of [
    ['Not today', { error: 'Not today' }],
    ['Password change failed', {}],
  ] as const) {
    const undo = await mockResponse(page, 'auth/change/password', { status: 500, json });
    await submitOf(page).click();
    await expect(alertOf(page)).toHaveText(text);
    await undo();
  }
  await stopClock(page);
  const sent = page.waitForRequest('**/api/auth/change/password');
  await submitOf(page).click();
  expect((await sent).headers()['authorization']).toBe(`Bearer ${user.key}`);
  const body = { currentPassword: user.password, newPassword: 'Brand-new-1', email: user.email };
  expect((await sent).postDataJSON()).toEqual(body);
  await expect(page.getByText('Password changed successfully!')).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(page).toHaveURL(/\/change-password$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/home$/);
});

test('a wrong current password is rejected, and the session continues', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/change-password');
  await fill(page, {
    'Current password': 'Not-it-1',
    'New password': 'Brand-new-1',
    'Confirm new password': 'Brand-new-1',
  });
  await submitOf(page).click();
  await expect(alertOf(page)).toHaveText(/password/i);
  await expect(page).toHaveURL(/\/change-password$/);
});
