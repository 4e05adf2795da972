import { ROLES } from '@belfry/schemas/domain/roles';
import type { Locator, Page } from '@playwright/test';
import { themeColourOf } from '../support/colours.ts';
import { expect, test } from '../support/test.ts';

const HEIGHT = 900;
type Screen = readonly [path: string, title: string | RegExp];
/** All screens of the shell with their titles: those in the navigation, and those that are opened from elsewhere. */
const LINKED: readonly Screen[] = [
  ['/home', /^Hello, /],
  ['/navigation', 'Company Tree'],
  ['/sms', 'SMS Management'],
  ['/language', 'Favorite voices'],
  ['/schedule', 'Schedule Management'],
  ['/settings', 'Settings'],
];
const EVERYBODY: readonly Screen[] = [...LINKED, ['/password', 'Change password'], ['/help', 'Help']];
const ADMINISTRATORS: readonly Screen[] = [
  ['/admin', 'Users'],
  ['/voices', /^Voices \(\d/],
  ['/devices', 'Admin Devices'],
  ['/outbox', 'Outbox'],
];
const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
const styleOf = (target: Locator) =>
  target.evaluate((node) => {
    const { width, height, paddingLeft, paddingRight, borderRadius } = getComputedStyle(node);
    const [w = 0, h = 0, left = 0, right = 0, radius = 0] = [
      width,
      height,
      paddingLeft,
      paddingRight,
      borderRadius,
    ].map((length) => Number.parseFloat(length));
    return { width: w, height: h, content: w - left - right, radius };
  });

test('without a session every screen of the shell shows the sign-in page', async ({ page }) => {
  for (const path of ['/', ...EVERYBODY.map(([each]) => each), ...ADMINISTRATORS.map(([each]) => each)]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Sign In' }), path).toBeVisible();
  }
});

for (const role of ROLES) {
  test(`every screen opens for ${role}, or shows who may open it`, async ({ fixtures, open, page }) => {
    const shows = (title: string | RegExp) =>
      expect(page.getByRole('main').getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await open(await fixtures[role](), '/help');
    await shows('Help');
    for (const [path, title] of role === 'user' ? LINKED : [...LINKED, ...ADMINISTRATORS]) {
      await linksOf(page)
        .and(page.locator(`[href="${path}"]`))
        .click();
      await shows(title);
    }
    await page.goto('/password');
    await shows('Change password');
    for (const [path] of role === 'user' ? ADMINISTRATORS : []) {
      await page.goto(path);
      await shows(/^Access Denied/);
    }
  });
}

test('header, navigation and footer surround the screen, and the active link is highlighted', async ({
  fixtures,
  open,
  page,
}) => {
  await open(await fixtures.admin(), '/home');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Belfry' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(/^Belfry \d/);
  for (const name of ['Devices', 'Home']) {
    await linksOf(page).filter({ hasText: name }).click();
    await page.mouse.move(700, 5);
    const active = page.locator('[aria-current="page"]:visible');
    await expect(active).toHaveText(name);
    const others = linksOf(page).and(page.locator(':not([aria-current])'));
    await expect(others.first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(active).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(active.locator('svg')).toHaveCSS('color', await themeColourOf(page, 'purple'));
  }
  const help = await styleOf(page.getByRole('banner').getByRole('link', { name: 'Help' }));
  expect(help.width).toBe(help.height);
  expect(help.radius).toBeGreaterThanOrEqual(help.width / 2);
});

test('the content is at most 1200 px wide, and the page at least 350', async ({ fixtures, open, page }) => {
  await page.setViewportSize({ width: 1600, height: HEIGHT });
  await open(await fixtures.user(), '/home');
  await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
  expect((await styleOf(page.getByRole('main'))).content).toBe(1200);
  for (const path of ['/home', '/register']) {
    await page.goto(path);
    await page.setViewportSize({ width: 320, height: HEIGHT });
    await expect(page.getByRole('main')).toBeVisible();
    // The header is rendered again when the window becomes narrow.
    const widths = () =>
      page.evaluate(() => {
        const { documentElement } = document;
        return [documentElement.getBoundingClientRect().width, documentElement.scrollWidth];
      });
    await expect.poll(widths, path).toEqual([350, 350]);
  }
});

test('the phone layout starts at 768 px', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/home');
  const menu = page.getByRole('button', { name: 'Open navigation' });
  for (const [width, narrow] of [
    [769, false],
    [768, true],
  ] as const) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expect(menu).toBeVisible({ visible: narrow });
    await expect(linksOf(page).first()).toBeVisible({ visible: !narrow });
    // Name, clock and help are on a line of their own.
    const help = page.getByRole('banner').getByRole('link', { name: 'Help' });
    await expect.poll(async () => ((await help.boundingBox())?.y ?? 0) > 56).toBe(narrow);
  }
});
