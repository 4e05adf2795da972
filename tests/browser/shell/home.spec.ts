import type { Page } from '@playwright/test';
import { measureOutput } from '../support/heard-output.ts';
import { watchFor } from '../support/watch-for.ts';
import { createCompany } from '../../support/factories.ts';
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
    'Time zone': 'Moscow (GMT+3)',
  });
  await expectDetails(page, 'Account Statistics', {
    'Registration date': '3 Feb 2024',
    // Stored as noon in UTC, and shown in the time zone of the profile, not of the browser.
    'Last login': '4 Mar 2025, 15:00:00',
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

test('how the places are comes first on a phone, and leads to them', async ({ fixtures, open, page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  for (const shop of ['Harbour', 'Bremen']) {
    const node = await createCompany(stack, { below: main, type: 'Company', name: shop });
    const { company_id } = await createCompany(stack, { below: node, name: 'Door' });
    await fixtures.device({ user_id: user.id, company_id });
  }
  await open(user, '/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 2 places are all right.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('region', { name: 'Regions' }).getByRole('link', { name: 'Bremen' }).click();
  await expect(page).toHaveURL(/\/places\/\d+$/);
});

test(
  'who has nothing yet is led to a first sentence, which another tab of the browser says as a loudspeaker',
  { tag: '@smoke' },
  async ({ fixtures, open, page, context }) => {
    const player = await context.newPage();
    const output = await measureOutput(player);
    await open(await fixtures.user(), '/home');
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbour');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: '2. Language and voice' })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: '3. First place' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await page.getByRole('button', { name: 'Next' }).click();

    await player.goto('/player');
    await player.getByRole('button', { name: 'Start this loudspeaker' }).click();
    const code = (await player.getByLabel(/^Code /).textContent()) ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('textbox', { name: 'Name' }).fill('Door');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Heard', { exact: true })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Done', exact: true }).click();

    const isRead = await watchFor(player.getByRole('main'), { selector: 'p', text: 'Hello. This announcement' });
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await expect(page.getByText('Heard by 1 of 1')).toBeVisible({ timeout: 60_000 });
    expect(await output.loudest()).toBeGreaterThan(0.01);
    await isRead();
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Shop');
  },
);
