import type { Page } from '@playwright/test';
import {
  alertOf,
  answerWith,
  createOf,
  fieldOf,
  fillRegistration,
  newStranger,
  passwordOf,
  paste,
  pick,
  pickerOf,
  type Reply,
} from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const PLACE = {
  ip: '203.0.113.7',
  country: 'Germany',
  countryCode: 'DE',
  phoneCode: '+49',
  city: 'Berlin',
  region: 'Berlin',
  language: 'en',
  timezone: 'Europe/Berlin',
  timezoneUTC: 'UTC+01:00',
  timezoneOffset: 3600,
};
const dialOf = (page: Page) => page.getByRole('button', { name: /^Country calling code/ });
const countryOf = (page: Page) => page.getByRole('button', { name: /^Country: / });
const languageOf = (page: Page) => page.getByRole('button', { name: /^Communication language: / });
const detected = (page: Page) => answerWith(page, 'auth/user/ip*', { json: PLACE });

test('each rule in its order, with the focus on the field that fails; what it says goes after 15 s', async ({
  page,
}) => {
  await page.clock.install();
  await answerWith(page, 'auth/user/ip*', 'failed');
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
    ['Please accept the use of your personal data', personal, () => Promise.resolve()],
  ];
  for (const [text, field, mend] of steps) {
    await createOf(page).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(field).toBeFocused();
    await mend();
  }
  await page.clock.fastForward(14_000);
  await expect(page.getByText('Please accept the use of your personal data')).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(page.getByText('Please accept the use of your personal data')).toBeHidden();
});

test('the place is detected, but never over what was chosen', async ({ page }) => {
  await detected(page);
  await page.goto('/register');
  await expect(countryOf(page)).toHaveText('Germany');
  await expect(dialOf(page)).toHaveText('+49');
  await expect(fieldOf(page, 'City')).toHaveValue('Berlin');
  await expect(languageOf(page)).toHaveText('German');
});

test.describe('without a place for the address', () => {
  test.use({ timezoneId: 'Europe/Kyiv' });
  test('the country of the browser’s time zone serves', async ({ page }) => {
    await page.goto('/register');
    await expect(countryOf(page)).toHaveText('Ukraine');
    await expect(dialOf(page)).toHaveText('+380');
  });
});

const failures: [text: string, reply: Reply][] = [
  ['Could not auto-detect your location. Please fill the form manually.', { status: 500, json: {} }],
  ['Failed to load location data. Please fill the form manually.', { status: 200, body: '<html>' }],
  [
    'Network error: Could not detect your location. Please check your internet connection and fill the form manually.',
    'failed',
  ],
];
for (const [text, reply] of failures) {
  test(`a detection that fails says: ${text}`, async ({ page }) => {
    await answerWith(page, 'auth/user/ip*', reply);
    await page.goto('/register');
    await expect(page.getByText(text)).toBeVisible();
    await expect(dialOf(page)).toHaveText('+1');
    await expect(languageOf(page)).toHaveText('English');
  });
}

test('phones are put in order on paste and on blur', async ({ page }) => {
  await detected(page);
  await page.goto('/register');
  await expect(dialOf(page)).toHaveText('+49');
  const phone = fieldOf(page, 'Phone');
  const cases: [typed: string, dial: string, national: string][] = [
    ['+44 20 7946 0958', '+44', '2079460958'],
    ['8 916 123-45-67', '+7', '9161234567'],
    ['380 44 123 45 67', '+380', '441234567'],
  ];
  for (const [typed, dial, national] of cases) {
    await phone.fill('');
    await phone.focus();
    await paste(page, typed);
    await expect(phone).toHaveValue(national);
    await expect(dialOf(page)).toHaveText(dial);
  }
  await phone.fill('380 44 765 43 21');
  await phone.blur();
  await expect(phone).toHaveValue('447654321');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  await phone.fill('12 34');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
});

test('pickers search, close with Escape and beside them, and forget what was typed', async ({ page }) => {
  await detected(page);
  await page.goto('/register');
  await expect(countryOf(page)).toHaveText('Germany');
  const search = pickerOf(page).getByRole('combobox');
  const options = pickerOf(page).getByRole('option');

  await dialOf(page).click();
  await expect(search).toBeFocused();
  await expect(pickerOf(page).getByRole('listbox')).toHaveCSS('max-height', '220px');
  for (const typed of ['44', '+44', 'gb', 'united king']) {
    await search.fill(typed);
    await expect(options.first()).toContainText('United Kingdom');
  }
  await page.keyboard.press('Escape');
  await expect(pickerOf(page)).toBeHidden();
  await expect(dialOf(page)).toBeFocused();
  await dialOf(page).click();
  await expect(search).toHaveValue('');
  await page.mouse.click(5, 5);
  await expect(pickerOf(page)).toBeHidden();

  await languageOf(page).click();
  await search.fill('ar');
  await expect(options.first()).toContainText('Arabic');
  await search.fill('nothing like this');
  await expect(pickerOf(page).getByText(/^Nothing found/)).toBeVisible();
  await page.keyboard.press('Escape');
  await pick(page, countryOf(page), 'FR');
  await expect(countryOf(page)).toHaveText('France');
});

test('lists are asked for once in a session, and those that fail have silent stand-ins', async ({ page }) => {
  await detected(page);
  let asked = 0;
  page.on('request', (request) => (asked += /\/(languages|countries|phone-codes)(\?|$)/.test(request.url()) ? 1 : 0));
  await page.goto('/register');
  await expect(languageOf(page)).toHaveText('German');
  await expect(async () => expect(asked).toBe(3)).toPass();
  await page.reload();
  await expect(languageOf(page)).toHaveText('German');
  expect(asked).toBe(3);
  const kept = await page.evaluate(() => Object.keys(sessionStorage));
  expect(kept).toEqual(expect.arrayContaining(['cached_languages', 'cached_countries', 'cached_phone_codes']));

  await page.evaluate(() => sessionStorage.clear());
  for (const list of ['voices/languages*', 'admin/countries?*', 'admin/countries/phone-codes*']) {
    await answerWith(page, list, { status: 500, json: {} });
  }
  await page.reload();
  await countryOf(page).click();
  await expect(pickerOf(page).getByRole('option')).toHaveText([
    /United States/,
    /Russia/,
    /Germany/,
    /France/,
    /United Kingdom/,
  ]);
  await page.keyboard.press('Escape');
  await languageOf(page).click();
  await expect(pickerOf(page).getByRole('option')).toHaveText([/English/, /Russian/]);
  await expect(alertOf(page)).toHaveCount(0);
});

const refusals: [text: string, reply: Reply][] = [
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

test('tells every failure of the server in the words of the specification', async ({ page }) => {
  await detected(page);
  await page.goto('/register');
  await fillRegistration(page, newStranger());
  for (const [text, reply] of refusals) {
    const undo = await answerWith(page, 'auth/register', reply);
    await createOf(page).click();
    await expect(alertOf(page)).toHaveText(text);
    await undo();
  }
});

test('while the account is made, the form is locked and the page warns who leaves', async ({ page }) => {
  await detected(page);
  await page.route('**/api/auth/register', () => undefined);
  await page.goto('/register');
  await fillRegistration(page, newStranger());
  await createOf(page).click();
  await expect(page.getByText('Creating your account')).toBeVisible();
  await expect(fieldOf(page, 'Name')).toBeDisabled();
  await expect(createOf(page)).toBeDisabled();
  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await closed;
});
