import type { Page } from '@playwright/test';
import { alertOf, answerWith, arrive, boxesOf, paste, type Reply } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const EMAIL = { email: 'walker@belfry.test', phone: '+79161234567', fromLogin: false };
const PHONE = { phone: '+79161234567' };
const resendOf = (page: Page) => page.getByRole('button', { name: 'Resend Code' });
const confirmOf = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });
const fine = { json: { success: true, message: 'ok' } };

test('without navigation state there is nothing to confirm', async ({ page }) => {
  for (const path of ['/confirm-email', '/confirm-phone']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('four boxes take digits only, a pasted code, and Backspace goes back', async ({ page }) => {
  await arrive(page, '/confirm-email', EMAIL);
  const boxes = boxesOf(page);
  await expect(boxes).toHaveCount(4);
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type('a1b');
  await expect(boxes.nth(0)).toHaveValue('1');
  await expect(boxes.nth(1)).toBeFocused();
  await expect(confirmOf(page)).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toHaveText('Please enter the complete 4-digit code');
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(0)).toBeFocused();
  await paste(page, '4321');
  await expect(boxes.nth(3)).toHaveValue('1');
  await expect(confirmOf(page)).toBeEnabled();
  await page.getByRole('link', { name: 'Back to registration' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('the countdown has its colours; at 0 a code can be sent again, and it starts anew', async ({ page }) => {
  await page.clock.install();
  await answerWith(page, 'auth/resend/email', fine);
  await arrive(page, '/confirm-email', EMAIL);
  const timer = page.getByRole('timer');
  const tone = (name: string) => expect(timer.locator('[data-tone]')).toHaveAttribute('data-tone', name);
  await expect(timer).toContainText(/1:(40|3\d)/);
  await tone('success');
  await expect(resendOf(page)).toBeDisabled();
  await page.clock.fastForward(82_000);
  await tone('device');
  await page.clock.fastForward(9_000);
  await tone('error');
  await expect(resendOf(page)).toBeDisabled();
  await page.clock.fastForward(12_000);
  await expect(resendOf(page)).toBeEnabled();
  await resendOf(page).click();
  await expect(page.getByText('Confirmation code has been resent to your email')).toBeVisible();
  await expect(timer).toContainText(/1:(40|3\d)/);
  await expect(resendOf(page)).toBeDisabled();
  await page.clock.fastForward(3_200);
  await expect(page.getByText('Confirmation code has been resent to your email')).toBeHidden();
});

test('sending an SMS again is a real call, told after a second', async ({ page }) => {
  await page.clock.install();
  const sent: unknown[] = [];
  await page.route('**/api/auth/resend/phone', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill(fine);
  });
  await arrive(page, '/confirm-phone', PHONE);
  await page.clock.fastForward(101_000);
  await resendOf(page).click();
  await expect(page.getByText('SMS confirmation code has been resent to your phone')).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(/1:(40|3\d)/);
  expect(sent).toEqual([PHONE]);
});

const refusals: [text: string, reply: Reply][] = [
  ['Invalid confirmation code format', { status: 400, json: { error: 'x' } }],
  ['Invalid confirmation code. Please check and try again', { status: 401, json: { error: 'x', code: 'wrong_code' } }],
  ['User not found. Please register again', { status: 404, json: { error: 'x' } }],
  ['Server error. Please try again later', { status: 500, json: { error: 'x' } }],
  ['The code has gone cold', { status: 410, json: { error: 'The code has gone cold', code: 'code_expired' } }],
  ['Network error: Unable to connect to the server. Please check your internet connection and try again.', 'failed'],
];
for (const [path, state] of [
  ['email', EMAIL],
  ['phone', PHONE],
] as const) {
  test(`tells why a code for the ${path} is refused`, async ({ page }) => {
    await arrive(page, `/confirm-${path}`, state);
    await expect(boxesOf(page).first()).toBeFocused();
    await page.keyboard.type('1234');
    for (const [text, reply] of refusals) {
      const undo = await answerWith(page, `auth/confirm/${path}`, reply);
      await confirmOf(page).click();
      await expect(alertOf(page)).toHaveText(text);
      await undo();
    }
  });
}

const resendRefusals: [text: string, reply: Reply][] = [
  ['Email is already confirmed. You can proceed to login.', { status: 400, json: { error: 'Already confirmed' } }],
  ['User not found. Please register again.', { status: 404, json: { error: 'x' } }],
  ['Server error. Please try again later.', { status: 500, json: { error: 'x' } }],
  ['Please wait a little', { status: 429, json: { error: 'Please wait a little', code: 'rate_limited' } }],
];
test('tells why a mail is not sent again', async ({ page }) => {
  await page.clock.install();
  await arrive(page, '/confirm-email', EMAIL);
  await page.clock.fastForward(101_000);
  for (const [text, reply] of resendRefusals) {
    const undo = await answerWith(page, 'auth/resend/email', reply);
    await resendOf(page).click();
    await expect(alertOf(page)).toHaveText(text);
    await undo();
  }
});
