import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import type { Page } from '@playwright/test';
import {
  alertOf,
  createAccountButtonOf,
  fieldOf,
  fillRegistration,
  newRegistration,
  passwordOf,
  pickerOf,
} from '../../support/pages/account-forms.ts';
import { iconIn, themeColourOf } from '../../support/colours.ts';
import { callingCodeOf, countryOf, mockIpLocation } from '../../support/ip-location.ts';
import { expect, test } from '../../support/test.ts';
import { requestsTo } from '../../support/requests.ts';

const signInOf = (page: Page) => page.getByRole('button', { name: /^(Sign In|Logging in\.\.\.)$/ });

/** Expects a field to be red with a cross while it is invalid, then green with a check mark. */
async function expectMarks(page: Page, name: string, wrong: string, right: string): Promise<void> {
  const field = fieldOf(page, name);
  const box = page.getByRole('main').locator('.mantine-InputWrapper-root').filter({ has: field });
  for (const [typed, token, mark, other] of [
    [wrong, 'error', 'x', 'check'],
    [right, 'success', 'check', 'x'],
  ] as const) {
    await field.fill(typed);
    const colour = await themeColourOf(page, token);
    await expect(field).toBeFocused();
    await expect(field).toHaveCSS('border-color', colour);
    await expect(iconIn(box, mark)).toHaveCSS('stroke', colour);
    await expect(iconIn(box, other)).toHaveCount(0);
    await field.blur();
    await expect(field).toHaveCSS('border-color', colour);
  }
}

// The behaviour of these forms is tested with their components; what only a browser computes is tested here.
const FULL = { tag: '@full' };

test(
  'the sign-in form is a card with a title in the colour scheme of the system, marks its fields, and shows that it waits',
  FULL,
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Belfry');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Login:');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    const card = page.getByRole('main').locator('> *');
    await expect(card).toHaveCSS('background-color', await themeColourOf(page, 'card'));
    await expect(fieldOf(page, 'Email')).toHaveAttribute('type', 'email');
    await expect(fieldOf(page, 'Email')).toHaveAttribute('required', '');

    await test.step('the email address is red with a cross while invalid, then green with a check mark', async () => {
      await expectMarks(page, 'Email', 'ann@', 'ann@belfry.test');
    });

    await test.step('the sign-in button shows a shimmer while it waits; errors have a warning icon', async () => {
      await fieldOf(page, 'Email').fill('ann@belfry.test');
      await passwordOf(page).fill('Secret-12');
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      await page.route(requestsTo(authHttp.signIn), async (route) => {
        await answered;
        await route.fulfill({ status: 500, json: {} });
      });
      await expect(signInOf(page)).toHaveCSS('animation-name', 'none');
      await fieldOf(page, 'Email').press('Enter');
      await expect(signInOf(page)).toHaveText('Logging in...');
      await expect(signInOf(page)).toHaveCSS('animation-name', /shimmer/);
      await expect(signInOf(page)).toHaveCSS('background-image', /^linear-gradient/);
      answer();
      await expect(alertOf(page)).toHaveText('Login failed with status 500');
      await expect(iconIn(alertOf(page), 'alert-triangle')).toBeVisible();
      await expect(signInOf(page)).toHaveText('Sign In');
    });
  },
);

test('credentials that registration saved are reported in green', FULL, async ({ page }) => {
  const saved = JSON.stringify({ email: 'ann@belfry.test', password: 'Secret-12', savedAt: Date.now() });
  await page.addInitScript((saved) => localStorage.setItem('savedLoginData', saved), saved);
  // The notice disappears by itself.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/login');
  const notice = page.getByRole('status').filter({ hasText: 'auto-filled' });
  await expect(iconIn(notice, 'circle-check')).toHaveCSS('color', await themeColourOf(page, 'success'));
});

test(
  'registration marks its fields, colours the strength of the password, and has lists that scroll',
  FULL,
  async ({ page }) => {
    await mockIpLocation(page, { country: 'United States', countryCode: 'US', phoneCode: '+1' });
    await page.goto('/register');
    await test.step('fields are red with a cross while invalid, then green with a check mark', async () => {
      await expectMarks(page, 'Email', 'ann@', 'ann@belfry.test');
      await expectMarks(page, 'Phone', '12 34', '202 555-0143');
    });

    await test.step('the strength of the password has its colour', async () => {
      for (const [typed, word, token] of [
        ['abc', 'Weak', 'error'],
        ['abcdef1', 'Medium', 'device'],
        ['Abcdefg1', 'Strong', 'success'],
      ] as const) {
        await passwordOf(page).fill(typed);
        await expect(page.getByText(word, { exact: true })).toHaveCSS('color', await themeColourOf(page, token));
      }
    });

    await test.step('a list of 250 countries scrolls in its dialog, which gives the focus back', async () => {
      const ways = [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)];
      for (const [reducedMotion, close] of [
        ...ways.map((way) => ['no-preference', way] as const),
        ...ways.map((way) => ['reduce', way] as const),
      ]) {
        await page.emulateMedia({ reducedMotion });
        await countryOf(page).click();
        await expect(pickerOf(page).getByRole('listbox')).toHaveCSS('max-height', '220px');
        await close();
        await expect(pickerOf(page)).toBeHidden();
        await expect(countryOf(page)).toBeFocused();
      }
    });
  },
);

test(
  'a phone number is formatted during input, and the caret stays behind the digit that is typed or deleted',
  FULL,
  async ({ page }) => {
    await mockIpLocation(page, { country: 'United States', countryCode: 'US', phoneCode: '+1' });
    await page.goto('/register');
    await expect(callingCodeOf(page)).toHaveText('+1');
    const phone = fieldOf(page, 'Phone');
    await phone.pressSequentially('2025550143');
    await expect(phone).toHaveValue('202 555 0143');
    for (let step = 0; step < 9; step += 1) await phone.press('ArrowLeft');
    await phone.press('Backspace');
    await phone.pressSequentially('3');
    await expect(phone).toHaveValue('203 555 0143');
  },
);

test(
  'while the account is created, the form is disabled below an overlay that fills the window',
  FULL,
  async ({ page }) => {
    await page.route(requestsTo(registrationHttp.register), () => undefined);
    await page.goto('/register');
    await fillRegistration(page, newRegistration());
    await createAccountButtonOf(page).click();
    const overlay = page.getByRole('status').filter({ hasText: 'Creating your account' });
    await expect(overlay).toHaveCSS('position', 'fixed');
    await expect(overlay).toHaveCSS('inset', '0px');
    const dimmed = page.locator('fieldset:disabled');
    await expect.poll(() => dimmed.evaluate((form) => Number(getComputedStyle(form).opacity))).toBeLessThan(0.5);
  },
);
