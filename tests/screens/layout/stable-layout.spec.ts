import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import type { Page } from '@playwright/test';
import { letPass } from '@belfry/schemas/testing/clock';
import { createCompany, createUser } from '../../support/factories.ts';
import { expect, test } from '../../browser/support/test.ts';
import { requestsTo } from '../../browser/support/requests.ts';

const PHONE = { width: 350, height: 900 };

test('the page is at the top of the window while its code is loading', async ({ fixtures, open, page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/shell-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await open(await fixtures.user(), '/home');
  await expect(page.locator('[aria-busy]').first()).toBeVisible();
  expect(await page.evaluate(() => document.body.getBoundingClientRect().top)).toBe(0);
  release();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('the name of the user does not move the header when it arrives', async ({ open, page, stack }) => {
  const user = await createUser(stack, { name: 'Maximiliana Featherstonehaugh' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(requestsTo(usersHttp.profile), async (route) => {
    await held;
    await route.continue();
  });
  await open({ ...user, role: 'user' }, '/help');
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: /^Account/ });
  await expect(menu).toContainText('Loading...');
  const help = header.getByRole('link', { name: 'Help' });
  const before = await help.boundingBox();
  release();
  await expect(menu).toContainText('Maximiliana');
  expect(await help.boundingBox()).toEqual(before);
});

test('a selected company without a space in its name does not widen a phone', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  await page.setViewportSize(PHONE);
  const user = await fixtures.user();
  const { company_id } = await createCompany(stack, { user_id: user.id, name: 'W'.repeat(32) });
  await open(user, `/navigation?company=${company_id}`);
  await expect(page.getByRole('main').getByText('W'.repeat(32)).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a Hebrew name ends with its own punctuation', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const name = 'חנות 12!';
  const { company_id } = await createCompany(stack, { user_id: user.id, name });
  await open(user, `/navigation?company=${company_id}`);
  const subtitle = page.getByRole('main').locator('header p').filter({ hasText: name });
  await expect(subtitle).toBeVisible();
  const lefts = await subtitle.evaluate((element) => {
    const text = element.firstChild;
    if (!(text instanceof Text)) throw new TypeError('not a text');
    return [0, text.length - 1].map((index) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().left;
    });
  });
  const [first = 0, last = 0] = lefts;
  expect(last).toBeLessThan(first);
});

const SHIFT_MAX = 0.02;
/** Each answer takes another part of it, so that parts of a page come one after another. */
const ANSWERS_MS = 400;
const PAGES = [
  '/home',
  '/say',
  '/calendar',
  '/places',
  '/places?view=loudspeakers',
  '/activity',
  '/library',
  '/settings',
  '/settings/me',
  '/settings/people',
  '/settings/organisation',
  '/settings/connections',
  '/devices',
];
const PLACE_TABS = ['now', 'calendar', 'activity', 'loudspeakers', 'about'];

/** Sums all shifts of each page from its beginning on. A page waits 2.5 s for its parts, and a busy machine needs four times as long. */
const countShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 4;
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shift += (entry as { value?: number }).value ?? 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
declare global {
  var shift: number;
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(
    `no page moves while its parts arrive, at ${width} px`,
    { tag: '@gate' },
    async ({ fixtures, open, page, stack }) => {
      const admin = await fixtures.admin();
      const main = await createCompany(stack, { user_id: admin.id, name: 'Chain' });
      const hall = await createCompany(stack, { below: main, name: 'Hall', type: 'Company' });
      const place = hall.company_id;
      for (const name of ['Door', 'Yard']) {
        const { company_id } = await createCompany(stack, { below: hall, name });
        await fixtures.device({ user_id: admin.id, company_id });
      }
      const fire = { name: 'Fire', emergency: true, variants: [{ language: 'en', text: 'Please leave the building' }] };
      await stack.call(messagesHttp.create, admin, fire);
      const silence = { action: { type: 'silence' }, duration_minutes: 60, targets: { nodes: [place] } };
      await stack.call(schedulesHttp.create, admin, {
        name: 'Quiet',
        starts_at: '2026-01-01T12:00',
        rrule: 'FREQ=DAILY',
        ...silence,
      });
      await page.setViewportSize({ width, height });
      let answers = 0;
      await page.route('**/api/**', async (route) => {
        const ms = ((answers += 1) * 137) % ANSWERS_MS;
        await letPass(ms);
        await route.continue();
      });
      await countShifts(page);
      await open(admin, '/help');
      const shifts: Record<string, number> = {};
      for (const path of [...PAGES, ...PLACE_TABS.map((tab) => `/places/${place}?tab=${tab}`)]) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
        shifts[path] = await page.evaluate(() => globalThis.shift);
      }
      expect(Object.entries(shifts).filter(([, shift]) => shift > SHIFT_MAX)).toEqual([]);
    },
  );
}
