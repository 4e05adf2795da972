import type { Locator, Page } from '@playwright/test';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { requestsTo } from '../../browser/support/requests.ts';
import { createEmergencyHall } from '../../browser/support/product/places.ts';
import { expect, test } from '../../browser/support/test.ts';
import { expectNoSidewaysScrolling, TABLET_WIDTHS } from '../support/screen-test.ts';

const HEIGHT = 900;
const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const linksOf = (page: Page) => barOf(page).getByRole('link');
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
    await expect(active).toHaveCSS('font-weight', '600');
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
  const say = page.getByRole('link', { name: /^Say/ });
  for (const [width, narrow] of [
    [769, false],
    [768, true],
  ] as const) {
    await page.setViewportSize({ width, height: HEIGHT });
    // The entries are at the bottom, where a thumb is.
    const isLow = async () => ((await say.boundingBox())?.y ?? 0) > HEIGHT - 60;
    await expect.poll(isLow).toBe(narrow);
    expect((await styleOf(page.getByRole('banner'))).height).toBeLessThanOrEqual(57);
  }
});

test('a phone has five entries at the bottom and everything else behind the picture of the account', async ({
  fixtures,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 350, height: 700 });
  await open(await fixtures.admin(), '/home');
  await expect(linksOf(page)).toHaveText(['Home', 'Places', /^Say/, 'Calendar', /^Activity/]);
  await page.getByRole('button', { name: /^Account: / }).click();
  await expect(page.getByRole('menuitem', { name: /\d\d:\d\d:\d\d/ })).toBeVisible();
  for (const name of ['Library', 'My settings', 'Help'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: 'All pages' }).click();
  const drawer = page.getByRole('dialog', { name: 'All pages' });
  await drawer.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(drawer).toBeHidden();
});

test('nothing is outside of the header, and Emergency does not move what is beside it', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(requestsTo(emergencyHttp.read), async (route) => {
    await held;
    await route.continue();
  });
  await open(await createEmergencyHall(stack, fixtures), '/help');
  const header = page.getByRole('banner');
  const others = [
    header.getByRole('button', { name: /^Quick find/ }),
    header.getByRole('link', { name: 'Help' }),
    header.getByRole('button', { name: /^Account: / }),
  ];
  await expect(others[2]!).toContainText('User');
  const before = await Promise.all(others.map(async (each) => each.boundingBox()));
  release();
  const emergency = header.getByRole('button', { name: 'Emergency', exact: true });
  await expect(emergency).toBeVisible();
  expect(await Promise.all(others.map(async (each) => each.boundingBox()))).toEqual(before);
  for (const width of [350, 640, ...TABLET_WIDTHS, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expect(emergency).toBeVisible({ visible: width > 768 });
    await expectNoSidewaysScrolling(page);
    const beyond = () => header.evaluate((node) => node.scrollWidth - node.clientWidth);
    await expect.poll(beyond, `beyond the header at ${width} px`).toBe(0);
  }
});

test('a message at the top of a scrolled page is completely below the header', async ({ fixtures, open, page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(await fixtures.user(), '/home');
  const profile = page.getByRole('region', { name: 'My Profile' });
  await profile.getByRole('button', { name: 'Edit' }).click();
  await profile.getByRole('textbox', { name: 'City' }).fill('Kazan');
  const seen = page.waitForFunction(() => {
    const message = document.querySelector('[role="status"] .mantine-Alert-root');
    if (!message || scrollY === 0) return null;
    const { left, top, width } = message.getBoundingClientRect();
    const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    // The uppermost pixels of the message are what is shown there.
    return { gap: top - bottom, shown: message.contains(document.elementFromPoint(left + width / 2, top + 2)) };
  });
  await profile.getByRole('button', { name: 'Save Changes' }).click();
  expect(await (await seen).jsonValue()).toEqual({ gap: 8, shown: true });
});

test('on a phone what was saved, and may be undone, does not cover the bar', async ({ fixtures, open, page }) => {
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await open(await fixtures.user(), '/settings/me');
  await page.getByRole('switch', { name: /^Quiet hours/ }).press('Space');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  const bar = (await barOf(page).boundingBox())!;
  const ends = () => page.locator('.mantine-Notification-root').evaluate((node) => node.getBoundingClientRect().bottom);
  await expect.poll(ends).toBeLessThanOrEqual(bar.y);
});
