import type { Page } from '@playwright/test';
import { alertOf, answerWith } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const UPDATE = 'users/update';
const FAILED = { status: 500, json: {} };

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const profileOf = (page: Page) => cardOf(page, 'My Profile');
const choiceOf = (page: Page, name: string) => profileOf(page).getByRole('combobox', { name, exact: true });
const saveOf = (page: Page) => profileOf(page).getByRole('button', { name: 'Save Changes' });
const editOf = (page: Page) => profileOf(page).getByRole('button', { name: 'Edit', exact: true });
const factOf = (page: Page, card: string, name: string) =>
  cardOf(page, card)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

async function choose(page: Page, field: string, typed: string): Promise<void> {
  await choiceOf(page, field).fill(typed);
  await page.getByRole('option').first().click();
}

test('the account is shown as the server knows it', async ({ cast, open, page, stack }) => {
  const user = await cast.user();
  const change = { phone: '+79161112233', country_code: 'RU', country: 'Russia', city: 'Kazan' };
  await stack.db.updateTable('users').set(change).where('id', '=', user.id).execute();
  await open(user, '/home');
  await expect(page.getByRole('heading', { name: /^Hello, Person/ })).toBeVisible();
  await expect(factOf(page, 'Personal Information', 'Email')).toHaveText(`${user.email}Confirmed`);
  await expect(factOf(page, 'Personal Information', 'Phone')).toHaveText('+79161112233Confirm now');
  await expect(factOf(page, 'Personal Information', 'Role')).toHaveText('Audio Controller');
  await expect(factOf(page, 'Location and Settings', 'Country')).toHaveText('Russia');
  await expect(factOf(page, 'Location and Settings', 'City')).toHaveText('Kazan');
  await expect(factOf(page, 'Location and Settings', 'Time zone')).toHaveText('Europe/Moscow (GMT+3)');
  await expect(factOf(page, 'Account Statistics', 'Companies')).toHaveText('0');
  await expect(factOf(page, 'Account Statistics', 'Status')).toHaveText('Active');
  await expect(factOf(page, 'User Information', 'Email')).toHaveText(`${user.email}Confirmed`);
  await expect(factOf(page, 'User Information', 'Phone')).toHaveText('+79161112233Not confirmed');
  await expect(factOf(page, 'User Information', 'API status')).toHaveText('Active');
  await expect(factOf(page, 'Session', 'IP address')).toHaveText('127.0.0.1');
});

test('says Blocked and Suspended, and when the key was made as far as the server knows', async ({
  cast,
  open,
  page,
}) => {
  let changes: Record<string, unknown> = { blocked: true, active: false, key_created_at: null };
  await page.route('**/api/users/info', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), created_at: '2024-02-03T12:00:00.000Z', ...changes } });
  });
  await open(await cast.user(), '/home');
  await expect(factOf(page, 'Account Statistics', 'Status')).toHaveText('Blocked');
  await expect(factOf(page, 'User Information', 'API status')).toHaveText('Suspended');
  await expect(factOf(page, 'User Information', 'Key created')).toHaveText(/^Feb 3, 2024/);
  changes = { key_created_at: null, created_at: null };
  await page.reload();
  await expect(factOf(page, 'User Information', 'Key created')).toHaveText('Not available');
});

test('where the session comes from: what is known, no information, and the failure', async ({ cast, open, page }) => {
  const json = {
    ip: '203.0.113.7',
    country: 'India',
    countryCode: 'IN',
    phoneCode: '+91',
    city: null,
    region: null,
    language: 'xx',
    timezone: 'Asia/Kolkata',
    timezoneUTC: 'UTC+05:30',
    timezoneOffset: 19_800,
  };
  const undo = await answerWith(page, 'auth/user/ip*', FAILED);
  await open(await cast.user(), '/home');
  const card = cardOf(page, 'Session');
  await expect(card.getByText('Error getting client information')).toBeVisible();
  await undo();
  await answerWith(page, 'auth/user/ip*', { json });
  await card.getByRole('button', { name: 'Retry' }).click();
  const facts = [
    ['IP address', '203.0.113.7'],
    ['Country', 'India'],
    ['Country phone code', '+91'],
    ['Language', 'No information'],
    ['Time zone', 'Asia/Kolkata'],
    ['UTC', 'UTC+05:30'],
    ['Bias', '+5.5 h'],
  ] as const;
  for (const [name, value] of facts) await expect(factOf(page, 'Session', name)).toHaveText(value);
});

test('the profile is edited: saved when something changed, reset by Cancel', async ({ cast, open, page, stack }) => {
  const user = await cast.user();
  await open(user, '/home');
  await editOf(page).click();
  const name = profileOf(page).getByRole('textbox', { name: 'Name' });
  await expect(saveOf(page)).toBeDisabled();
  await name.fill('Somebody Else');
  await expect(saveOf(page)).toBeEnabled();
  await profileOf(page).getByRole('button', { name: 'Cancel' }).click();
  await editOf(page).click();
  await expect(name).toHaveValue(/^Person/);

  await name.fill('A');
  await saveOf(page).click();
  await expect(profileOf(page).getByText('Name must be at least 2 characters long')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Ada Bell');
  await choose(page, 'Country', 'germ');
  await expect(profileOf(page).getByRole('textbox', { name: 'Code' })).toHaveValue('DE');
  await choose(page, 'Time zone', 'berlin');
  await choose(page, 'Language', 'german');
  await profileOf(page).getByRole('textbox', { name: 'City' }).fill('Berlin');
  const sent = page.waitForRequest(`**/api/${UPDATE}`);
  await saveOf(page).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(editOf(page)).toBeFocused();
  expect((await sent).postDataJSON()).toMatchObject({
    name: 'Ada Bell',
    country: 'Germany',
    country_code: 'DE',
    lang: 'de',
  });
  await expect(page.getByRole('heading', { name: 'Hello, Ada Bell' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Ada Bell')).toBeVisible();
  const { body } = await stack.get('/api/users/info', { key: user.key });
  expect(body).toMatchObject({ city: 'Berlin', time_zone: 'Europe/Berlin', country: 'Germany', lang: 'de' });
  await expect(page.getByText('Profile updated successfully!')).toBeHidden();
});

test('what the server refuses is said, and what was typed stays', async ({ cast, open, page }) => {
  await open(await cast.user(), '/home');
  await editOf(page).click();
  const city = profileOf(page).getByRole('textbox', { name: 'City' });
  await city.fill('Kazan');
  for (const [json, words] of [
    [{ error: 'Not today' }, 'Not today'],
    [{}, 'Failed to update profile'],
  ] as const) {
    const undo = await answerWith(page, UPDATE, { status: 500, json });
    await saveOf(page).click();
    await expect(alertOf(page)).toContainText('Profile update error');
    await expect(alertOf(page)).toContainText(words);
    await undo();
  }
  await expect(city).toHaveValue('Kazan');
  await expect(page.getByText('Profile update error')).toBeHidden();
});

test('Escape closes a list only; a click outside closes the editing and keeps what was typed', async ({
  cast,
  open,
  page,
}) => {
  await open(await cast.user(), '/home');
  await editOf(page).click();
  await choiceOf(page, 'Country').click();
  const list = page.getByRole('listbox', { name: 'Country' });
  await expect(list).toBeVisible();
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(220);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(saveOf(page)).toBeVisible();

  await profileOf(page).getByRole('textbox', { name: 'City' }).fill('Kazan');
  await choiceOf(page, 'Language').click();
  await page.getByRole('heading', { name: 'My account' }).click();
  await expect(saveOf(page)).toBeHidden();
  await expect(page.getByRole('listbox')).toBeHidden();
  await profileOf(page).getByRole('button', { name: 'Go on editing' }).click();
  await expect(profileOf(page).getByRole('textbox', { name: 'City' })).toHaveValue('Kazan');
  await profileOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Your changes are not saved yet.')).toBeHidden();
});

test('the password is changed at home, rule by rule', async ({ cast, open, page }) => {
  const user = await cast.user();
  await open(user, '/home');
  const toggle = page.getByRole('button', { name: 'Change Password' }).first();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  const field = (name: string) => profileOf(page).getByLabel(name, { exact: true });
  const change = profileOf(page).locator('form').getByRole('button', { name: 'Change Password' });
  const steps = [
    ['', '', '', 'Current password is required', 'Current password'],
    [user.password, 'Brand-new-1', 'Brand-new-2', 'Passwords do not match', 'Confirm new password'],
    [user.password, 'Ab1', 'Ab1', 'Password must contain at least 6 characters', 'New password'],
    ['Not-it-1', 'Brand-new-1', 'Brand-new-1', 'Current password is incorrect', 'Current password'],
  ] as const;
  for (const [current, next, confirm, text, focus] of steps) {
    await field('Current password').fill(current);
    await field('New password').fill(next);
    await field('Confirm new password').fill(confirm);
    await change.click();
    await expect(profileOf(page).getByText(text)).toBeVisible();
    await expect(field(focus)).toBeFocused();
  }
  await expect(alertOf(page)).toContainText('Password change error');
  await expect(page.getByText('Password change error')).toBeHidden();

  await field('Current password').fill(user.password);
  const sent = page.waitForRequest('**/api/auth/change/password');
  await change.click();
  expect((await sent).headers()['authorization']).toBe(user.key);
  await expect(page.getByText('Password changed successfully!')).toBeVisible();
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
});

test('the first visit leads to the guide, once; Logout leads out', async ({ cast, open, page, stack }) => {
  const user = await cast.user();
  await open(user, '/home');
  await page.getByText('New here?').getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL(/\/help$/);
  expect(await page.evaluate(() => localStorage.getItem('hasVisitedHome'))).toBe('true');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('New here?')).toBeHidden();
  await cardOf(page, 'User Information').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => sessionStorage.getItem('user_key'))).toBeNull();
  expect((await stack.get('/api/users/info', { key: user.key })).status).toBe(401);
});

test('lists that cannot be read have a fallback, without a word', async ({ cast, open, page }) => {
  for (const path of ['admin/countries?*', 'auth/languages*']) await answerWith(page, path, FAILED);
  await open(await cast.user(), '/home');
  await editOf(page).click();
  await choiceOf(page, 'Country').click();
  await expect(page.getByRole('listbox', { name: 'Country' }).getByRole('option')).toHaveCount(13);
  await page.keyboard.press('Escape');
  await choiceOf(page, 'Language').click();
  await expect(page.getByRole('listbox', { name: 'Language' }).getByRole('option')).toHaveCount(13);
  await expect(alertOf(page)).toHaveCount(0);
});
