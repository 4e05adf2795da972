import type { Page } from '@playwright/test';
import { mailTo, tokenIn } from '../../../support/outbox.ts';
import { alertOf, fieldOf } from '../../support/pages/account-forms.ts';
import { expect, test } from '../../support/test.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

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

test(
  'the password is changed with the current one, and the session continues',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await open(user, '/change-password');
    await fill(page, {
      'Current password': 'Not-it-1',
      'New password': 'Brand-new-1',
      'Confirm new password': 'Brand-new-1',
    });
    await submitOf(page).click();
    await expect(alertOf(page)).toHaveText('Current password is incorrect');
    await expect(page).toHaveURL(/\/change-password$/);
    await field(page, 'Current password').fill(user.password);
    await submitOf(page).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
    for (const [password, status] of [
      [user.password, 401],
      ['Brand-new-1', 200],
    ] as const) {
      expect((await stack.call(authHttp.signIn, null, { email: user.email, password })).status).toBe(status);
    }
  },
);
