import type { Page } from '@playwright/test';
import { retryAfter } from '../support/pages/devices-page.ts';
import { cardOf, expectDetails } from '../support/pages/home-page.ts';
import { expect, test } from '../support/test.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { locationHttp } from '@belfry/schemas/http/lookups';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { requestsTo, mockResponse } from '../support/requests.ts';

const INDIA = {
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
const stored = (page: Page, name: string) => page.evaluate((name) => sessionStorage.getItem(name), name);

test('shows the account data of the server', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const change = {
    name: 'Ada Bell',
    phone: '+79161112233',
    country_code: 'RU',
    country: 'Russia',
    city: 'Kazan',
    created_at: new Date('2024-02-03T12:00:00Z'),
    last_login: new Date('2025-03-04T12:00:00Z'),
  };
  await stack.db.updateTable('users').set(change).where('id', '=', user.id).execute();
  await open(user, '/');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Belfry' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hello, Ada Bell' })).toBeVisible();
  await expectDetails(page, 'Personal Information', {
    Name: 'Ada Bell',
    Email: `${user.email}ConfirmedChange`,
    Phone: '+79161112233Confirm nowChange',
    Role: 'Audio Controller',
  });
  await expectDetails(page, 'Location and Settings', {
    Country: 'Russia',
    City: 'Kazan',
    'Time zone': 'Europe/Moscow (GMT+3)',
  });
  await expectDetails(page, 'Account Statistics', {
    'Registration date': 'Feb 3, 2024',
    // Stored as noon in UTC, and shown in the time zone of the profile, not of the browser.
    'Last login': 'Mar 4, 2025, 15:00:00',
    Companies: '0',
    Status: 'Active',
  });
  await expectDetails(page, 'User Information', {
    Email: `${user.email}Confirmed`,
    Phone: '+79161112233Not confirmed',
    Name: 'Ada Bell',
    Role: 'Audio Controller',
    'API status': 'Active',
  });
  await expectDetails(page, 'Session', { 'IP address': '127.0.0.1' });
  await expect.poll(() => stored(page, 'user_email')).toBe(user.email);
  await expect.poll(() => stored(page, 'user_utc_offset')).toBe('180');
});

test(
  'shows the location of the session or an error, in English, and all in Russian after a change of language',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await mockResponse(page, `${requestsTo(locationHttp.locate)}*`, { status: 500, json: {} });
    await open(await fixtures.user(), '/home');
    const card = cardOf(page, 'Session');
    await expect(card.getByText('Error getting client information')).toBeVisible();
    await retryAfter(page, card.getByRole('button', { name: 'Retry' }), () =>
      mockResponse(page, `${requestsTo(locationHttp.locate)}*`, { json: INDIA }),
    );
    await expectDetails(page, 'Session', {
      'IP address': '203.0.113.7',
      Country: 'India',
      'Country phone code': '+91',
      Language: 'No information',
      'Time zone': 'Asia/Kolkata',
      UTC: 'UTC+05:30',
      Bias: '+5.5 h',
    });

    await test.step('the page is English except for two texts, and completely Russian after a change of language', async () => {
      await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
      const places = page.waitForRequest(requestsTo(sessionsHttp.list, { lang: 'ru' }));
      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('menuitemradio', { name: 'Русский' }).click();
      await places;
      await expect(page.getByRole('heading', { name: /^Здравствуйте, User/ })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: /^Здравствуйте, User/ })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
      await expectDetails(page, 'Сеанс', { Смещение: '+5,5 ч' });
    });
  },
);

test(
  'the first visit opens the guide, once; Logout signs out',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await open(user, '/home');
    await page.getByText('New here?').getByRole('link', { name: 'Help' }).click();
    await expect(page).toHaveURL(/\/help$/);
    expect(await page.evaluate(() => localStorage.getItem('hasVisitedHome'))).toBe('true');
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByText('New here?')).toBeHidden();
    await cardOf(page, 'User Information').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name !== 'test-session'))).toEqual(
      [],
    );
    expect((await stack.call(usersHttp.profile, user)).status).toBe(401);
  },
);

test('the answers come first on a phone, and lead to their lists by keyboard', async ({ fixtures, open, page }) => {
  await page.setViewportSize({ width: 350, height: 900 });
  const user = await fixtures.user();
  await fixtures.device({ user_id: user.id });
  await open(user, '/home');
  // Devices are judged a minute after the start of the api, which is said until then.
  const answer = cardOf(page, 'Is everything all right?').getByText(/^(1 of 1 device is offline|Checking…)/);
  await expect(answer).toBeVisible();
  await expect(cardOf(page, 'What plays now?').getByText('Nothing plays now')).toBeVisible();
  await expect(cardOf(page, 'What rings next?').getByText('Nothing rings in the next seven days')).toBeVisible();
  await expect(cardOf(page, 'Who was not reached today?').getByText('Nothing was announced today yet')).toBeVisible();
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.first()).toHaveText('Now');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await cardOf(page, 'What rings next?').getByRole('link', { name: 'Schedule' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/schedule$/);
});
