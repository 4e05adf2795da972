import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import type { Page } from '@playwright/test';
import { createUser } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo } from '../support/requests.ts';

const bannerOf = (page: Page) => page.getByRole('banner');
const openMenu = (page: Page) => page.getByRole('button', { name: /^Account: / }).click();
const clockOf = (page: Page) => page.getByTitle('Change how the clock looks');
const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
/** Links that only administrators see. */
const OF_ADMIN = /^(Users|Voices|Devices)$/;

test(
  'the header shows the name once it is loaded, and its menu a clock in the user’s time zone',
  { tag: '@full' },
  async ({ open, page, stack }) => {
    const zone = { time_zone: 'Asia/Kolkata', utc_offset: 330 };
    const user = await createUser(stack, zone);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(requestsTo(usersHttp.profile), async (route) => {
      await held;
      await route.continue();
    });
    await open({ ...user, role: 'user' }, '/home');
    await expect(bannerOf(page).getByText('Loading...')).toBeVisible();
    release();
    await expect(bannerOf(page).getByText(/^User/)).toBeVisible();
    await openMenu(page);
    const there = new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'Asia/Kolkata',
    });
    // The minute may end between the two looks.
    const isRight = async () => (await clockOf(page).innerText()).includes(there.format(Date.now()));
    await expect.poll(isRight, 'the clock shows the time in India').toBe(true);
  },
);

test(
  'the clock ticks and has four views; the navigation follows the role of the server',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await open(user, '/home');
    await openMenu(page);
    await expect(clockOf(page)).toHaveText(/^\w{3} \d+ \w{3,4}, \d\d:\d\d:\d\d$/);
    const before = await clockOf(page).textContent();
    await expect(clockOf(page)).not.toHaveText(before ?? '');
    await clockOf(page).click();
    await expect(clockOf(page)).toHaveText(/^\d\d:\d\d:\d\d$/);
    const size = () => clockOf(page).evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    const small = await size();
    await clockOf(page).click();
    await expect.poll(size).toBeGreaterThan(small);
    await clockOf(page).click();
    await expect(clockOf(page)).toHaveText('Time');
    await page.reload();
    await openMenu(page);
    await expect(clockOf(page)).toHaveText('Time');
    await clockOf(page).click();
    await expect(clockOf(page)).toHaveText(/^\w{3} \d+ \w{3,4}/);

    await test.step('the navigation follows the role of the server', async () => {
      await expect(linksOf(page)).toContainText(['Home', 'Favorite voices']);
      await expect(linksOf(page).filter({ hasText: OF_ADMIN })).toHaveCount(0);
      await expect(linksOf(page).first()).toHaveAttribute('aria-current', 'page');
      await stack.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute();
      await page.reload();
      await expect(linksOf(page).filter({ hasText: OF_ADMIN })).toHaveText(['Devices', 'Voices', 'Users']);
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('user_role'))).toBe('admin');
    });
  },
);

test('the help button opens the guide, and Go Back returns', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.admin(), '/activity');
  await bannerOf(page).getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL(/\/help$/);
  await expect(page).toHaveTitle('Help · Belfry');
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await expect(page.getByText('More documentation is coming soon.')).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/activity$/);
});

test(
  'Go Back of a guide that was opened by a link opens the home page',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/help');
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);

test('the password can be changed inside the shell', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/password$/);
  await expect(linksOf(page).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
  await page.getByLabel('Current password', { exact: true }).fill(user.password);
  await page.getByLabel('New password', { exact: true }).fill('Brand-new-1');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Brand-new-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test(
  'a message of the same origin sets the session and reloads; others have no effect',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const [first, second] = [await fixtures.user(), await fixtures.admin()];
    await open(first, '/home');
    await expect(bannerOf(page).getByText(/^User/)).toBeVisible();
    const message = { user_id: second.id, user_key: second.key, admin_mode: true, admin_user_id: first.id };
    await page.evaluate((data) => {
      const event = new MessageEvent('message', { data, origin: 'https://elsewhere.test' });
      globalThis.dispatchEvent(event);
    }, message);
    expect(await page.evaluate(() => sessionStorage.getItem('user_key'))).toBe(first.key);

    const reloaded = page.waitForEvent('load');
    await page.evaluate((data) => globalThis.postMessage(data, globalThis.location.origin), message);
    await reloaded;
    await expect(linksOf(page).filter({ hasText: OF_ADMIN })).toHaveText(['Devices', 'Voices', 'Users']);
    const session = await page.evaluate(() => Object.fromEntries<string>(Object.entries(sessionStorage)));
    expect(session).toMatchObject({ user_id: String(second.id), user_key: second.key, admin_mode: 'true' });
    expect(session['admin_user_id']).toBe(String(first.id));
  },
);
