import { DEVICE_MODES } from '@belfry/schemas/domain/device';
import type { Page } from '@playwright/test';
import { createCompany, createUser } from '../support/factories.ts';
import { openWithState } from '../browser/support/pages/account-forms.ts';
import { connectionOf } from '../browser/support/pages/devices-page.ts';
import { expect, test } from '../browser/support/test.ts';

/** Names that are the same in all languages, including those of voices and some modes of devices with their count. */
const NAMES = new RegExp(
  `^(Belfry|Email|SMS|API|UTC|English|Русский|Deutsch|Home Assistant|Russian [A-Z] \\((fe)?male\\)|(${DEVICE_MODES.join('|')}) ?\\d+)$`,
);

const SETTINGS = [
  '/settings',
  '/settings?tab=security',
  '/settings?tab=system',
  '/settings/me',
  '/settings/people',
  '/settings/organisation',
  '/settings/connections',
];

const COMPANY_TREE = ['/navigation', '/navigation?do=add', '/navigation?do=add-details'];
const USERS = ['/admin', '/admin?add=1', '/admin?q=nobody-has-this'];
const SOUND = ['/sms', '/calendar', '/calendar?open=plan:new', '/calendar?view=list', '/schedule'];
const SPEAKING = ['/say', '/say?way=talk'];

/** Headings, labels, links and buttons without a Russian word. */
const foreignWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, label, dt, a, button'))
      .filter((node) => node.checkVisibility())
      .map((node) => (node.textContent.trim() || node.getAttribute('aria-label')) ?? '')
      .filter((text) => /[A-Za-z]{2}/.test(text) && !/\p{Script=Cyrillic}/u.test(text)),
  );

/** Labels of buttons and statuses that have less room than their text. */
const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('.mantine-Button-label, .mantine-Badge-root[data-status]'))
      .filter((node) => {
        const text = document.createRange();
        text.selectNodeContents(node);
        // What is one pixel wide is only read out. Lengths are rounded to 1/64 px.
        return node.clientWidth > 1 && text.getBoundingClientRect().width > node.getBoundingClientRect().width + 0.1;
      })
      .map((node) => node.textContent),
  );

/** @param live whether the page has a connection */
async function expectRussian(page: Page, live = true): Promise<void> {
  await expect(page.getByRole('heading').first()).toHaveText(/\p{Script=Cyrillic}|Belfry/u);
  if (live) await expect(connectionOf(page)).toHaveText('На связи');
  await page.waitForLoadState('networkidle');
  expect(
    (await foreignWords(page)).filter((text) => !NAMES.test(text)),
    page.url(),
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await cutLabels(page), page.url()).toEqual([]);
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 350, height: 800 });
  await page.addInitScript(() => localStorage.setItem('language', '"ru"'));
});

test('the public screens are completely Russian and fit a phone', async ({ page }) => {
  for (const path of ['/login', '/register', '/forgot-password', '/unlock?token=story']) {
    await page.goto(path);
    await page.getByRole('button').last().click();
    await expectRussian(page, false);
  }
  for (const path of ['/confirm-email', '/confirm-phone']) {
    await openWithState(page, path, { email: 'walker@belfry.test', phone: '+79161234567' });
    await expectRussian(page, false);
  }
});

test('the account screens are completely Russian and fit a phone', async ({ fixtures, open, page, stack }) => {
  // An administrator would read the names of other tests there.
  const owner = await fixtures.user();
  const { company_id } = await createCompany(stack, { user_id: owner.id, name: 'Школа' });
  await fixtures.device({ user_id: owner.id, company_id });
  for (const path of ['/home', '/activity']) {
    await open(owner, path);
    await expectRussian(page);
  }
  await open(await fixtures.admin(), '/password');
  for (const path of ['/password', '/help', ...USERS, ...SETTINGS, ...COMPANY_TREE, ...SOUND, ...SPEAKING]) {
    await page.goto(path);
    await expectRussian(page);
  }
  for (const [width, path] of [
    [768, '/devices'],
    [1440, '/settings?tab=devices'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await expectRussian(page);
  }
});

test('the map of places is completely Russian and fits a phone', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const coordinates = { latitude: 57, longitude: 24 };
  const { company_id } = await createCompany(stack, { user_id: user.id, name: 'Школа', ...coordinates });
  for (const wall of ['', '&wall=map']) {
    await open(user, `/navigation?company=${company_id}&view=map${wall}`);
    await expectRussian(page);
  }
});

/** Cells of the table of users whose text has not enough room; names and mail addresses have two lines, and a tooltip. */
const cutCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>('table :is(th, td):not([data-column="name"], [data-column="email"])'),
    )
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => `${cell.dataset['column']}: ${cell.textContent}`),
  );

/** By how many px the table is wider than its frame; 0 where there are cards instead. */
const beyondFrame = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const table = document.querySelector('table');
    return Math.max(0, (table?.scrollWidth ?? 0) - (table?.parentElement?.clientWidth ?? 0));
  });

test('the status of a person is never cut, nor any other label of the list', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  // The longest status and role.
  await createUser(stack, { active: false, role: 'admin', phone: '+4915112345678' });
  await open(await fixtures.root(), '/admin');
  const status = page.locator('[data-status="suspended"]').first();
  for (const width of [350, 768, 769, 1180, 1280, 1281, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(status).toHaveText('Приостановлен');
    // Its frame is the cell of the table or the head of the card.
    const overflow = () =>
      status.evaluate((node) => {
        const text = document.createRange();
        text.selectNodeContents(node);
        const [shown, badge] = [text.getBoundingClientRect(), node.getBoundingClientRect()];
        const frame = (node.closest('td, article') ?? node).getBoundingClientRect();
        return Math.max(shown.right - badge.right, badge.right - frame.right);
      });
    await expect.poll(overflow, `${width} px`).toBeLessThanOrEqual(0.1);
    await expect.poll(() => cutLabels(page), `labels at ${width} px`).toEqual([]);
    await expect.poll(() => cutCells(page), `cells at ${width} px`).toEqual([]);
    await expect.poll(() => beyondFrame(page), `the table at ${width} px`).toBe(0);
  }
});
