import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { TestUser } from '../support/factories.ts';
import type { Stack } from '../support/stack.ts';
import { alertOf, fieldOf, passwordOf } from './support/account-forms.ts';
import { expect, test } from './support/test.ts';

const NOTICE = 'Login credentials auto-filled from registration';
const savedOf = (page: Page) => page.evaluate(() => localStorage.getItem('savedLoginData'));

/** Opens the sign-in page with what registration has left for it. */
async function openWith(page: Page, left: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.evaluate((left) => localStorage.setItem('savedLoginData', left), left);
  await page.goto('/login');
  await expect(fieldOf(page, 'Email')).toBeVisible();
}

test('what registration left is filled in once, and told for five seconds', async ({ page }) => {
  await page.clock.install();
  const savedAt = Date.now() - 29 * 60_000;
  await openWith(page, JSON.stringify({ email: 'ann@belfry.test', password: 'Secret-12', savedAt }));
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(fieldOf(page, 'Email')).toHaveValue('ann@belfry.test');
  await expect(passwordOf(page)).toHaveValue('Secret-12');
  expect(await savedOf(page)).toBeNull();
  await page.clock.fastForward(5_100);
  await expect(page.getByText(NOTICE)).toBeHidden();
});

for (const [name, left] of [
  ['is half an hour old', JSON.stringify({ email: 'ann@belfry.test', password: 'x', savedAt: Date.now() - 1_800_000 })],
  ['has no password', JSON.stringify({ email: 'ann@belfry.test', savedAt: Date.now() })],
  ['cannot be read', '{"email'],
] as const) {
  test(`what ${name} is thrown away`, async ({ page }) => {
    await openWith(page, left);
    await expect(fieldOf(page, 'Email')).toHaveValue('');
    await expect(page.getByText(NOTICE)).toBeHidden();
    expect(await savedOf(page)).toBeNull();
  });
}

/** Turns two-factor sign-in on, as if the code that did so was used long ago. */
async function guard(stack: Stack, { id, key, password }: TestUser): Promise<{ code: () => string; recovery: string }> {
  const enrolment = await stack.post('/api/auth/two-factor/enrol', { key, body: { password } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(enrolment.body['secret'])) });
  const { body } = await stack.post('/api/auth/two-factor/confirm', { key, body: { code: totp.generate() } });
  await stack.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', id).execute();
  const [recovery] = body['recovery_codes'] as string[];
  return { code: () => totp.generate(), recovery: String(recovery) };
}

test('with two-factor sign-in a code of the app is asked for, or a recovery code', async ({
  fixtures,
  page,
  stack,
}) => {
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

test('a second step that took too long leads back to the first, and says so', async ({ fixtures, page, stack }) => {
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
