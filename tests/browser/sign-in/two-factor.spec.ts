import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { alertOf, fieldOf, passwordOf } from '../support/pages/account-forms.ts';
import { stopClock } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const NOTICE = 'Login credentials auto-filled from registration';
const savedOf = (page: Page) => page.evaluate(() => localStorage.getItem('savedLoginData'));

/** Opens the sign-in page with credentials that registration saved. */
async function openWith(page: Page, left: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.evaluate((left) => localStorage.setItem('savedLoginData', left), left);
  await page.goto('/login');
  await expect(fieldOf(page, 'Email')).toBeVisible();
}

test('credentials that registration saved are filled in once, with a message for five seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/forgot-password');
  // The message disappears by itself.
  await stopClock(page);
  const savedAt = Date.now() - 29 * 60_000;
  await openWith(page, JSON.stringify({ email: 'ann@belfry.test', password: 'Secret-12', savedAt }));
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(fieldOf(page, 'Email')).toHaveValue('ann@belfry.test');
  await expect(passwordOf(page)).toHaveValue('Secret-12');
  expect(await savedOf(page)).toBeNull();
  await page.clock.runFor(4_900);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText(NOTICE)).toBeHidden();
});

for (const [name, left] of [
  [
    'are half an hour old',
    JSON.stringify({ email: 'ann@belfry.test', password: 'x', savedAt: Date.now() - 1_800_000 }),
  ],
  ['have no password', JSON.stringify({ email: 'ann@belfry.test', savedAt: Date.now() })],
  ['cannot be parsed', '{"email'],
] as const) {
  test(`saved credentials that ${name} are deleted`, async ({ page }) => {
    await openWith(page, left);
    await expect(fieldOf(page, 'Email')).toHaveValue('');
    await expect(page.getByText(NOTICE)).toBeHidden();
    expect(await savedOf(page)).toBeNull();
  });
}

/** Enables two-factor sign-in with a code that has expired since. */
async function guard(stack: Stack, { id, key, password }: TestUser): Promise<{ code: () => string; recovery: string }> {
  const enrolment = await stack.post('/api/auth/two-factor/enrol', { key, body: { password } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(enrolment.body['secret'])) });
  const { body } = await stack.post('/api/auth/two-factor/confirm', { key, body: { code: totp.generate() } });
  await stack.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', id).execute();
  const [recovery] = body['recovery_codes'] as string[];
  return { code: () => totp.generate(), recovery: String(recovery) };
}

test('with two-factor sign-in a code of the app or a recovery code is required', async ({ fixtures, page, stack }) => {
  const user = await fixtures.user();
  const { code, recovery } = await guard(stack, user);
  const verify = page.getByRole('button', { name: 'Verify' });
  const firstStep = async (): Promise<void> => {
    await fieldOf(page, 'Email').fill(user.email);
    await passwordOf(page).fill(user.password);
    await page.keyboard.press('Enter');
    await expect(fieldOf(page, 'Code')).toBeFocused();
  };
  await page.goto('/login');
  await firstStep();
  await verify.click();
  await expect(alertOf(page)).toHaveText('Please enter the code');
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect(passwordOf(page)).toHaveValue(user.password);

  await firstStep();
  await fieldOf(page, 'Code').fill('not-a-code');
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toHaveText('Invalid code. Please check and try again');
  await expect(fieldOf(page, 'Code')).toBeFocused();
  await fieldOf(page, 'Code').fill('');
  await page.keyboard.type(code());
  await expect(page).toHaveURL(/\/home$/);
  expect(await page.evaluate(() => sessionStorage.getItem('user_id'))).toBe(String(user.id));

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
  await firstStep();
  await fieldOf(page, 'Code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
});

test('an expired second step returns to the first one with a message', async ({ fixtures, page, stack }) => {
  const user = await fixtures.user();
  await guard(stack, user);
  await page.goto('/login');
  await fieldOf(page, 'Email').fill(user.email);
  await passwordOf(page).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'Code')).toBeFocused();
  await stack.db.deleteFrom('one_time_tokens').where('user_id', '=', user.id).execute();
  await page.keyboard.type('123456');
  await expect(alertOf(page)).toHaveText(/sign in again/);
  await expect(fieldOf(page, 'Email')).toHaveValue(user.email);
});
