import type { Page } from '@playwright/test';
import { mailTo, tokenIn } from '../../../support/outbox.ts';
import { alertOf, fieldOf, passwordOf } from '../../support/pages/account-forms.ts';
import { expect, test } from '../../support/test.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

const WRONG_PER_ADDRESS = 10;
const offerOf = (page: Page) => page.getByRole('button', { name: 'Email me a sign-in link' });
const SENT = /^If there is an account with this email address, a sign-in link has been sent to it\./;

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await fieldOf(page, 'Email').fill(email);
  await passwordOf(page).fill(password);
  await page.keyboard.press('Enter');
}

test(
  'after too many tries the waiting time is shown, and an emailed link signs in',
  { tag: '@full' },
  async ({ fixtures, page, stack }) => {
    const user = await fixtures.user();
    const guess = { email: user.email, password: 'Not-it-1' };
    for (let count = 0; count < WRONG_PER_ADDRESS; count += 1) await stack.call(authHttp.signIn, null, { ...guess });
    await page.goto('/login');
    await signIn(page, user.email, user.password);
    await expect(alertOf(page)).toHaveText('Too many attempts. Please try again in 15 minutes');
    await offerOf(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(SENT)).toBeVisible();

    const link = `/unlock?token=${tokenIn((await mailTo(stack, user.email)).text)}`;
    await page.goto(link);
    await expect(page.getByText('With this link you can sign in at once.')).toBeVisible();
    await signIn(page, user.email, 'Not-it-1');
    await expect(alertOf(page)).toHaveText('Invalid email or password');
    await signIn(page, user.email, user.password);
    await expect(page).toHaveURL(/\/home$/);

    await page.goto(link);
    await signIn(page, user.email, user.password);
    await expect(alertOf(page)).toHaveText('This link has expired or was used before. Please request a new one.');
    await offerOf(page).click();
    await expect(page.getByText(SENT)).toBeVisible();
  },
);
