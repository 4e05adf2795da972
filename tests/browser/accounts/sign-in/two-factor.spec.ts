import { Secret, TOTP } from 'otpauth';
import type { TestUser } from '../../../support/factories.ts';
import type { Stack } from '../../../support/stack.ts';
import { alertOf, fieldOf, passwordOf } from '../../support/pages/account-forms.ts';
import { expect, test } from '../../support/test.ts';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';

/** Enables two-factor sign-in with a code that has expired since. */
async function guard(stack: Stack, { id, key, password }: TestUser): Promise<{ code: () => string; recovery: string }> {
  const enrolment = await stack.call(twoFactorHttp.enrol, { key }, { password });
  const totp = new TOTP({ secret: Secret.fromBase32(enrolment.body['secret']) });
  const { body } = await stack.call(twoFactorHttp.confirm, { key }, { code: totp.generate() });
  await stack.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', id).execute();
  const [recovery] = body['recovery_codes'];
  return { code: () => totp.generate(), recovery: String(recovery) };
}

test(
  'with two-factor sign-in a code of the app or a recovery code is required',
  { tag: '@full' },
  async ({ fixtures, page, stack }) => {
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
  },
);
