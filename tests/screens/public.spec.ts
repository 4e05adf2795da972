import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { screensHttp, type ShownScreen } from '@belfry/schemas/http/scenarios/screens';
import type { Page } from '@playwright/test';
import {
  alertOf,
  openWithState,
  createAccountButtonOf,
  fieldOf,
  fillRegistration,
  newRegistration,
  passwordOf,
  pickerOf,
} from '../browser/support/pages/account-forms.ts';
import { screenTest } from './support/screen-test.ts';
import { expect } from '../browser/support/test.ts';
import { requestsTo, mockResponse } from '../browser/support/requests.ts';

const CHALLENGE = { two_factor_required: true, challenge: 'story', expires_at: '2099-01-01T00:00:00.000Z' };

async function signIn(page: Page, answer: { status?: number; json: object }): Promise<void> {
  await mockResponse(page, requestsTo(authHttp.signIn), answer);
  await fieldOf(page, 'Email').fill('walker@belfry.test');
  await passwordOf(page).fill('Secret-12');
  await page.keyboard.press('Enter');
}

/** All public screens, each with as much content as possible. */
screenTest('signing in', async ({ page, check }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(alertOf(page)).toBeVisible();
  await check('sign-in');

  await signIn(page, { status: 403, json: { error: 'Please confirm', code: 'email_not_confirmed' } });
  await expect(alertOf(page).getByRole('link')).toBeVisible();
  await check('sign-in before confirming');

  const json = { error: 'Too many attempts. Please try again in 15 minutes', code: 'rate_limited' };
  await signIn(page, { status: 429, json });
  await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible();
  await check('sign-in after too many attempts');

  await signIn(page, { json: CHALLENGE });
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(alertOf(page)).toHaveText('Please enter the code');
  await check('second step of a sign-in');
});

screenTest('links of emails', async ({ page, check }) => {
  await page.goto('/unlock?token=story');
  await expect(page.getByText('With this link you can sign in at once.')).toBeVisible();
  await check('sign-in by a mailed link');

  await page.goto('/forgot-password');
  await fieldOf(page, 'Email').fill('nobody@belfry.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Password reset instructions/)).toBeVisible();
  await check('forgotten password');

  await page.goto('/change-password?token=story');
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  await check('dead link');

  await mockResponse(page, requestsTo(passwordsHttp.checkLink), { json: { expires_at: '2099-01-01T00:00:00.000Z' } });
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill('Secret');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^New password must contain/)).toBeVisible();
  await check('new password by link');
});

screenTest('registration', async ({ page, check }) => {
  await page.goto('/register');
  await expect(page.getByText(/^Could not auto-detect/)).toBeVisible();
  await fillRegistration(page, { ...newRegistration(), password: 'Secret1' });
  await fieldOf(page, 'Phone').fill('12');
  await page.getByLabel(/^Confirm password/).fill('Secret');
  await createAccountButtonOf(page).click();
  await expect(page.getByText(/^Please enter a valid phone number/)).toBeVisible();
  await check('registration');

  await mockResponse(page, requestsTo(registrationHttp.register), { status: 503, json: {} });
  await fillRegistration(page, newRegistration());
  await createAccountButtonOf(page).click();
  await expect(alertOf(page)).toHaveText(/^Service temporarily unavailable/);
  await check('registration refused');

  await page.route(requestsTo(registrationHttp.register), () => undefined);
  await createAccountButtonOf(page).click();
  await expect(page.getByText('Creating your account')).toBeVisible();
  await check('account being made');
});

screenTest('the pickers of registration', async ({ page, check }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: /^Country calling code/ }).click();
  await expect(pickerOf(page).getByRole('option').first()).toBeVisible();
  await check('phone-code picker');

  await page.keyboard.press('Escape');
  await expect(pickerOf(page)).toBeHidden();
  await page.getByRole('button', { name: /^Communication language/ }).click();
  await pickerOf(page).getByRole('combobox').fill('xyz');
  await expect(pickerOf(page).getByText(/^Nothing found/)).toBeVisible();
  await check('language picker without a match');
});

screenTest('confirming email address and phone number', async ({ page, check }) => {
  await mockResponse(page, requestsTo(registrationHttp.confirmEmail), { status: 401, json: {} });
  await openWithState(page, '/confirm-email', { email: 'walker@belfry.test', fromLogin: false });
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toBeVisible();
  await check('mail confirmation');

  await openWithState(page, '/confirm-phone', { phone: '+79161234567' });
  await expect(page.getByText('+7 ••• ••• 45 67')).toBeVisible();
  await check('phone confirmation');
});

const DISPLAYS = [
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

screenTest('a display', async ({ page, check }) => {
  const shown: ShownScreen = {
    name: 'Hall',
    place: 'Central Station, hall of departures',
    time_zone: 'Europe/Berlin',
    language: 'de-DE',
    now: new Date().toISOString(),
    emergency: null,
    texts: ['Storm: trains are late. '.repeat(12), 'Lunch is served', 'Doors close at 18:00'].map((text, at) => ({
      id: at + 1,
      text: text.trim(),
      colour: at === 0 ? 'red' : 'blue',
    })),
    next: [1, 2, 3, 4].map((hour) => ({ at: new Date(Date.now() + hour * 3_600_000).toISOString(), title: 'Bell' })),
  };
  await mockResponse(page, requestsTo(screensHttp.show), { json: shown });
  await page.goto('/screen#story');
  await expect(page.getByText('Lunch is served')).toBeVisible();
  await check('display');
  const emergency = { title: 'Fire', text: 'Leave the building now. '.repeat(10), drill: false };
  for (const size of DISPLAYS) {
    await page.setViewportSize(size);
    for (const over of [null, emergency]) {
      await mockResponse(page, requestsTo(screensHttp.show), { json: { ...shown, emergency: over } });
      await expect(page.getByRole('alert')).toHaveCount(over ? 1 : 0, { timeout: 10_000 });
      const overflow = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return Math.max(scrollHeight - globalThis.innerHeight, scrollWidth - globalThis.innerWidth);
      });
      expect(overflow, `${size.width}`).toBeLessThanOrEqual(0);
    }
  }
  await check('display with an emergency');
});
