import type { Page } from '@playwright/test';
import {
  alertOf,
  mockResponse,
  openWithState,
  digitFieldsOf,
  paste,
  type MockResponse,
} from '../support/pages/account-forms.ts';
import { expect, test } from '../support/test.ts';

const EMAIL = { email: 'walker@belfry.test', phone: '+79161234567', fromLogin: false };
const PHONE = { phone: '+79161234567' };
const SCREENS = [
  ['email', EMAIL],
  ['phone', PHONE],
] as const;
const resendOf = (page: Page) => page.getByRole('button', { name: 'Resend Code' });
const confirmOf = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });
const valuesOf = (page: Page) =>
  digitFieldsOf(page).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value || '_').join(''));

test('without navigation state the confirmation screen shows an error', async ({ page }) => {
  for (const path of ['/confirm-email', '/confirm-phone']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

for (const [contact, state] of SCREENS) {
  test(`the code fields for the ${contact} accept digits and a pasted code, and Backspace moves back`, async ({
    page,
  }) => {
    const boxes = digitFieldsOf(page);
    const read = (values: string) => expect.poll(() => valuesOf(page)).toBe(values);
    await openWithState(page, `/confirm-${contact}`, state);
    await expect(boxes).toHaveCount(4);
    await expect(boxes.first()).toBeFocused();
    await page.keyboard.type('a1b');
    await read('1___');
    await expect(boxes.nth(1)).toBeFocused();
    await expect(confirmOf(page)).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(alertOf(page)).toHaveText('Please enter the complete 4-digit code');
    await page.keyboard.press('Backspace');
    await expect(boxes.nth(0)).toBeFocused();

    // Each digit stays in its field.
    await page.keyboard.press('Backspace');
    await boxes.nth(2).click();
    await page.keyboard.type('7');
    await read('__7_');
    // A pasted code is submitted at once. The account is unknown.
    await paste(page, 'Your code is 4321.');
    await read('4321');
    await expect(alertOf(page)).toHaveText('User not found. Please register again');
    await expect(boxes.first()).toBeFocused();
    await expect(confirmOf(page)).toBeEnabled();
    await boxes.nth(1).click();
    await page.keyboard.type('x');
    await read('4321');
    await page.keyboard.press('Backspace');
    await read('4_21');
    await expect(confirmOf(page)).toBeDisabled();
    await page.getByRole('link', { name: 'Back to registration' }).click();
    await expect(page).toHaveURL(/\/register$/);
  });
}

const refusals: [text: string, reply: MockResponse][] = [
  ['Invalid confirmation code format', { status: 400, json: { error: 'x' } }],
  ['Invalid confirmation code. Please check and try again', { status: 401, json: { error: 'x', code: 'wrong_code' } }],
  ['User not found. Please register again', { status: 404, json: { error: 'x' } }],
  ['Server error. Please try again later', { status: 500, json: { error: 'x' } }],
  ['The code has gone cold', { status: 410, json: { error: 'The code has gone cold', code: 'code_expired' } }],
  ['Network error: Unable to connect to the server. Please check your internet connection and try again.', 'failed'],
];
const resendRefusals = (already: string): [text: string, reply: MockResponse][] => [
  [already, { status: 400, json: { error: 'x', code: 'already_confirmed' } }],
  [already, { status: 400, json: { error: 'Already confirmed' } }],
  ['User not found. Please register again.', { status: 404, json: { error: 'x' } }],
  ['Server error. Please try again later.', { status: 500, json: { error: 'x' } }],
  ['Please wait a little', { status: 429, json: { error: 'Please wait a little', code: 'rate_limited' } }],
];
for (const [contact, state] of SCREENS) {
  test(`shows why a code for the ${contact} is rejected or cannot be sent again`, async ({ page }) => {
    await page.clock.install();
    await openWithState(page, `/confirm-${contact}`, state);
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await page.keyboard.type('1234');
    for (const [text, reply] of refusals) {
      const undo = await mockResponse(page, `auth/confirm/${contact}`, reply);
      await confirmOf(page).click();
      await expect(alertOf(page)).toHaveText(text);
      await undo();
    }
    await page.clock.fastForward(101_000);
    const already = `${contact === 'email' ? 'Email' : 'Phone'} is already confirmed. You can proceed to login.`;
    for (const [text, reply] of resendRefusals(already)) {
      const undo = await mockResponse(page, `auth/resend/${contact}`, reply);
      await resendOf(page).click();
      await page.clock.fastForward(1_000);
      await expect(alertOf(page)).toHaveText(text);
      await undo();
    }
  });
}
