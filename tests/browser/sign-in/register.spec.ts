import type { Page } from '@playwright/test';
import {
  alertOf,
  mockResponse,
  createAccountButtonOf,
  fieldOf,
  fillRegistration,
  newRegistration,
  passwordOf,
  paste,
  pick,
  type MockResponse,
} from '../support/pages/account-forms.ts';
import { stopClock } from '../support/clock.ts';
import { countryOf, callingCodeOf, mockIpLocation } from '../support/ip-location.ts';
import { expect, test } from '../support/test.ts';

test('rules are checked in order, with the focus on the invalid field; messages disappear after 15 s', async ({
  page,
}) => {
  await page.clock.install();
  await mockResponse(page, 'auth/user/ip*', 'failed');
  await page.goto('/register');
  const password = passwordOf(page);
  const confirm = page.getByLabel(/^Confirm password/);
  const [cookies, personal] = [page.getByRole('checkbox').first(), page.getByRole('checkbox').last()];
  const steps: [text: string, field: ReturnType<Page['locator']>, mend: () => Promise<unknown>][] = [
    ['Name must be at least 2 characters long', fieldOf(page, 'Name'), () => fieldOf(page, 'Name').fill('An')],
    ['Email is required', fieldOf(page, 'Email'), () => fieldOf(page, 'Email').fill('an@')],
    ['Please enter a valid email address', fieldOf(page, 'Email'), () => fieldOf(page, 'Email').fill('an@belfry.test')],
    ['Phone number is required', fieldOf(page, 'Phone'), () => fieldOf(page, 'Phone').fill('123456')],
    [
      'Please enter a valid phone number (7-12 digits)',
      fieldOf(page, 'Phone'),
      () => fieldOf(page, 'Phone').fill('(916) 123-45-67'),
    ],
    ['Country is required', countryOf(page), () => pick(page, countryOf(page), 'fr')],
    ['Password must be at least 6 characters long', password, () => password.fill('abcdef')],
    [
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      password,
      () => password.fill('Abcdef1'),
    ],
    ['Passwords do not match', confirm, () => confirm.fill('Abcdef1')],
    ['Please accept the use of cookies', cookies, () => cookies.check()],
  ];
  for (const [text, field, mend] of steps) {
    await createAccountButtonOf(page).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(field).toBeFocused();
    await mend();
  }
  await stopClock(page);
  await createAccountButtonOf(page).click();
  await expect(page.getByText('Please accept the use of your personal data')).toBeVisible();
  await expect(personal).toBeFocused();
  await page.clock.runFor(14_000);
  await expect(page.getByText('Please accept the use of your personal data')).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(page.getByText('Please accept the use of your personal data')).toBeHidden();
});

test('phone numbers are formatted on paste and on blur', async ({ page }) => {
  await mockIpLocation(page);
  await page.goto('/register');
  await expect(callingCodeOf(page)).toHaveText('+49');
  const phone = fieldOf(page, 'Phone');
  const cases: [typed: string, dial: string, national: string][] = [
    ['+44 20 7946 0958', '+44', '20 7946 0958'],
    ['8 916 123-45-67', '+7', '916 123 45 67'],
    ['380 44 123 45 67', '+380', '44 123 4567'],
  ];
  for (const [typed, dial, national] of cases) {
    await phone.fill('');
    await phone.focus();
    await paste(page, typed);
    await expect(phone).toHaveValue(national);
    await expect(callingCodeOf(page)).toHaveText(dial);
  }
  // A national number may start with the digits of its calling code; a formatted number stays unchanged.
  await phone.fill('');
  await paste(page, '+380 380 123 456');
  await phone.blur();
  await phone.focus();
  await phone.blur();
  await expect(phone).toHaveValue('3801 23456');
  await phone.fill('380 44 765 43 21');
  await phone.blur();
  await expect(phone).toHaveValue('4476 54321');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  // A number that is valid for the country keeps its first digits, although they equal the calling code.
  await pick(page, callingCodeOf(page), 'india');
  await phone.fill('9198765432');
  await phone.blur();
  await expect(phone).toHaveValue('91987 65432');
  await expect(callingCodeOf(page)).toHaveText('+91');
  await phone.fill('12 34');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
});

for (const width of [1440, 768, 350]) {
  test(`a phone number is formatted during input, and an extension is rejected, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await mockIpLocation(page, { country: 'United States', countryCode: 'US', phoneCode: '+1' });
    await page.goto('/register');
    await expect(callingCodeOf(page)).toHaveText('+1');
    const phone = fieldOf(page, 'Phone');
    await phone.pressSequentially('2025550143');
    await expect(phone).toHaveValue('202 555 0143');
    // The caret stays behind the digit that is inserted or deleted in the middle.
    for (let step = 0; step < 9; step += 1) await phone.press('ArrowLeft');
    await phone.press('Backspace');
    await phone.pressSequentially('3');
    await expect(phone).toHaveValue('203 555 0143');
    await phone.fill('');
    await paste(page, '(202) 555-0143 ext. 5');
    await expect(phone).toHaveValue('(202) 555-0143 ext. 5');
    await expect(callingCodeOf(page)).toHaveText('+1');
    await expect(page.getByText('Please enter the number without an extension')).toBeVisible();
    await phone.fill('1234567');
    await expect(page.getByText('This does not look like a number of +1.')).toBeVisible();
    await expect(page.getByText('Please enter the number without an extension')).toBeHidden();
  });
}

const refusals: [text: string, reply: MockResponse][] = [
  ['Email address is already registered or invalid', { status: 400, json: { error: 'Bad email' } }],
  ['Phone number is already registered or invalid', { status: 400, json: { error: 'Bad phone' } }],
  ['All required fields must be filled', { status: 400, json: { error: 'Name is required' } }],
  ['Please check your input data and try again', { status: 400, json: { error: 'Validation failed' } }],
  ['User with this email or phone number already exists', { status: 409, json: { error: 'x' } }],
  ['Invalid input data format. Please check your information and try again', { status: 422, json: { error: 'x' } }],
  ['Too many registration attempts. Please try again in 5 minutes', { status: 429, json: { error: 'x' } }],
  ['Database connection error. Please try again in a few minutes.', { status: 500, json: { error: 'Database away' } }],
  ['Internal server error. Please try again later.', { status: 500, json: {} }],
  [
    'Gateway error. The server is temporarily unavailable. Please try again in a few minutes.',
    { status: 502, json: { error: 'x' } },
  ],
  ['Service temporarily unavailable. Please try again in a few minutes.', { status: 503, json: { error: 'x' } }],
  ['Server timeout. Please check your internet connection and try again.', { status: 504, json: { error: 'x' } }],
  ['The server is temporarily unavailable. Please try again in a few minutes.', { status: 502, body: '<h1>502' }],
  ['The registration service was not found. Please try again later.', { status: 404, body: '<h1>404 Not Found' }],
  ['The server returned an invalid response. Please try again later.', { status: 200, body: 'hello' }],
  ['Unexpected response format from server', { status: 200, json: {} }],
  ['Network error: Unable to connect to the server. Please check your internet connection and try again.', 'failed'],
];

test('shows a specific text for every error of the server', async ({ page }) => {
  await mockIpLocation(page);
  await page.goto('/register');
  await fillRegistration(page, newRegistration());
  for (const [text, reply] of refusals) {
    const undo = await mockResponse(page, 'auth/register', reply);
    await createAccountButtonOf(page).click();
    await expect(alertOf(page)).toHaveText(text);
    await undo();
  }
});

test('while the account is created, the form is disabled and the page warns before it is left', async ({ page }) => {
  await mockIpLocation(page);
  await page.route('**/api/auth/register', () => undefined);
  await page.goto('/register');
  await fillRegistration(page, newRegistration());
  await createAccountButtonOf(page).click();
  await expect(page.getByText('Creating your account')).toBeVisible();
  await expect(fieldOf(page, 'Name')).toBeDisabled();
  await expect(createAccountButtonOf(page)).toBeDisabled();
  const asked = page.waitForEvent('dialog');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await closed;
});
