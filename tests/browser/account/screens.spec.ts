import type { Page } from '@playwright/test';
import {
  alertOf,
  mockResponse,
  openWithState,
  createAccountButtonOf,
  fieldOf,
  fillRegistration,
  newRegistration,
  passwordOf,
  pickerOf,
} from '../support/account-forms.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { expect, test } from '../support/test.ts';

const CHALLENGE = { two_factor_required: true, challenge: 'story', expires_at: '2099-01-01T00:00:00.000Z' };

async function signIn(page: Page, answer: { status?: number; json: object }): Promise<void> {
  await mockResponse(page, 'auth/login', answer);
  await page.goto('/login');
  await fieldOf(page, 'Email').fill('walker@belfry.test');
  await passwordOf(page).fill('Secret-12');
  await page.keyboard.press('Enter');
}

/** All public screens, each with as much content as possible. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  async 'sign-in before confirming'(page) {
    await signIn(page, { status: 403, json: { error: 'Please confirm', code: 'email_not_confirmed' } });
    await expect(alertOf(page).getByRole('link')).toBeVisible();
  },
  async 'sign-in after too many attempts'(page) {
    const json = { error: 'Too many attempts. Please try again in 15 minutes', code: 'rate_limited' };
    await signIn(page, { status: 429, json });
    await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible();
  },
  async 'sign-in by a mailed link'(page) {
    await page.goto('/unlock?token=story');
    await expect(page.getByText('With this link you can sign in at once.')).toBeVisible();
  },
  async 'second step of a sign-in'(page) {
    await signIn(page, { json: CHALLENGE });
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(alertOf(page)).toHaveText('Please enter the code');
  },
  async registration(page) {
    await page.goto('/register');
    await expect(page.getByText(/^Could not auto-detect/)).toBeVisible();
    await fillRegistration(page, { ...newRegistration(), password: 'Secret1' });
    await fieldOf(page, 'Phone').fill('12');
    await page.getByLabel(/^Confirm password/).fill('Secret');
    await createAccountButtonOf(page).click();
    await expect(page.getByText(/^Please enter a valid phone number/)).toBeVisible();
  },
  async 'registration refused'(page) {
    await mockResponse(page, 'auth/register', { status: 503, json: {} });
    await page.goto('/register');
    await fillRegistration(page, newRegistration());
    await createAccountButtonOf(page).click();
    await expect(alertOf(page)).toBeVisible();
  },
  async 'account being made'(page) {
    await page.route('**/api/auth/register', () => undefined);
    await page.goto('/register');
    await fillRegistration(page, newRegistration());
    await createAccountButtonOf(page).click();
    await expect(page.getByText('Creating your account')).toBeVisible();
  },
  async 'phone-code picker'(page) {
    await page.goto('/register');
    await page.getByRole('button', { name: /^Country calling code/ }).click();
    await expect(pickerOf(page).getByRole('option').first()).toBeVisible();
  },
  async 'language picker without a match'(page) {
    await page.goto('/register');
    await page.getByRole('button', { name: /^Communication language/ }).click();
    await pickerOf(page).getByRole('combobox').fill('xyz');
    await expect(pickerOf(page).getByText(/^Nothing found/)).toBeVisible();
  },
  async 'mail confirmation'(page) {
    await mockResponse(page, 'auth/confirm/email', { status: 401, json: {} });
    await openWithState(page, '/confirm-email', { email: 'walker@belfry.test', fromLogin: false });
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    await expect(alertOf(page)).toBeVisible();
  },
  async 'phone confirmation'(page) {
    await openWithState(page, '/confirm-phone', { phone: '+79161234567' });
    await expect(page.getByText('+7 ••• ••• 45 67')).toBeVisible();
  },
  async 'forgotten password'(page) {
    await page.goto('/forgot-password');
    await fieldOf(page, 'Email').fill('nobody@belfry.test');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Password reset instructions/)).toBeVisible();
  },
  async 'new password by link'(page) {
    await mockResponse(page, 'auth/reset/check', { json: { expires_at: '2099-01-01T00:00:00.000Z' } });
    await page.goto('/change-password?token=story');
    await page.getByLabel('New password', { exact: true }).fill('Secret');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^New password must contain/)).toBeVisible();
  },
  async 'dead link'(page) {
    await page.goto('/change-password?token=story');
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  },
};

for (const [name, show] of Object.entries(screens)) {
  test(`${name}: passes axe and fits the width, in dark and light, on desktop, tablet and phone`, async ({ page }, {
    project,
  }) => {
    await followSystemTheme(page);
    await show(page);
    await expectAccessibleLayout(page, name, project.outputDir);
  });
}

test('changing a password: passes axe and fits the width', async ({ fixtures, open, page }, { project }) => {
  await followSystemTheme(page);
  await open(await fixtures.user(), '/change-password');
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
  await expectAccessibleLayout(page, 'change password', project.outputDir);
});
