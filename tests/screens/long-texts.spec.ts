import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import type { Locator, Page } from '@playwright/test';
import { createCompany } from '../support/factories.ts';
import { expect, test } from '../browser/support/test.ts';
import { cutTexts, lengthenLabels, pseudoText, showPseudoTexts } from './support/pseudo-texts.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const PUBLIC = ['/login', '/register', '/forgot-password', '/player'];

async function expectRoom(page: Page, path: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(path);
    await expect(page.getByText('⟦').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    // In the place of a name that is not there yet.
    await expect(page.getByText('⟦Lööääädïïng...⟧')).toHaveCount(0);
    const aside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.soft
      .poll(aside, { message: `${path} scrolls aside at ${size.width} px`, timeout: 5_000 })
      .toBeLessThanOrEqual(0);
    const cut = await cutTexts(page);
    expect.soft(cut, `${path} at ${size.width} px: ${cut.join(', ')}`).toEqual([]);
  }
}

test('no text is cut where it is 40 % longer than in English', async ({ fixtures, open, page, stack }) => {
  test.setTimeout(600_000);
  const root = await fixtures.root();
  const main = await createCompany(stack, { user_id: root.id, name: 'School' });
  const place = await createCompany(stack, { below: main, type: 'Company', name: 'Entrance', city: 'Berlin' });
  await fixtures.connect(await fixtures.device({ user_id: root.id, company_id: place.company_id }));
  await showPseudoTexts(page);
  for (const path of PUBLIC) await expectRoom(page, path);
  await open(root, '/home');
  const placePath = `/places/${place.company_id}`;
  const paths = [
    '/home',
    '/say',
    '/say?way=talk',
    '/calendar',
    '/calendar?view=list',
    '/library',
    '/places',
    '/places?view=loudspeakers',
    placePath,
    ...['calendar', 'activity', 'loudspeakers', 'about'].map((tab) => `${placePath}?tab=${tab}`),
    // Of this organisation: root would see what other tests do meanwhile.
    ...['needs', 'said', 'alarms', 'changes', 'messages', 'reports'].map(
      (view) => `/activity?view=${view}&node=${main.company_id}`,
    ),
    '/add',
    '/settings',
    ...['me', 'people', 'organisation', 'connections', 'software', 'server'].map((name) => `/settings/${name}`),
    '/help',
  ];
  for (const path of paths) await expectRoom(page, path);
});

test('the labels of the bottom bar of a phone fit, where they are 40 % longer too', async ({
  fixtures,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(await fixtures.user(), '/home');
  const bar = page.getByRole('navigation');
  await expect(bar.getByRole('link')).toHaveCount(5);
  await lengthenLabels(bar);
  for (const link of await bar.getByRole('link').filter({ hasText: '⟦' }).all()) {
    const room = await link.boundingBox();
    const label = link.getByText('⟦');
    const box = await label.evaluate((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      const { left, right, bottom } = range.getBoundingClientRect();
      return { left, right, bottom, text: span.textContent };
    });
    expect.soft(box.left, `${box.text} begins in its part of the bar`).toBeGreaterThanOrEqual(room?.x ?? 0);
    expect.soft(box.right, `${box.text} ends in it`).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0));
    expect.soft(box.bottom, `${box.text} is in sight`).toBeLessThanOrEqual(844);
  }
});

test('the role in the header is whole where it is 40 % longer', async ({ fixtures, open, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await showPseudoTexts(page);
  await open(await fixtures.user(), '/home');
  const role = page.getByTitle(pseudoText('Audio Controller'));
  await expect(role).toBeVisible();
  expect(await role.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
});

test('addresses of contacts, and what a voice is, are whole on a phone', async ({ fixtures, open, page, stack }) => {
  const owner = await fixtures.user();
  const { company_id } = await createCompany(stack, { user_id: owner.id, name: 'School' });
  const group = await stack.call(contactGroupsHttp.create, owner, { name: 'Parents', company_id });
  const { id, revision } = group.body;
  const email = 'anna-katharina.example-longname@administration.brightwater.example';
  const contacts = [{ name: 'Anna', email, phone: '+491701234567', language: 'de' }];
  await stack.call(contactGroupsHttp.change, owner, { id, name: 'Parents', revision, contacts });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(owner, '/settings/connections?view=contacts');
  await page.getByRole('link', { name: 'Parents' }).click();
  const cutOf = (text: Locator) => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect.soft(await cutOf(page.getByTitle(email, { exact: false }))).toBeLessThanOrEqual(0);

  await page.goto('/library/voices');
  const voice = page.getByTitle(/sounds like a machine|natural/).first();
  await expect(voice).toBeVisible();
  expect.soft(await cutOf(voice)).toBeLessThanOrEqual(0);
});

const VIEWS = ['webhooks', 'triggers', 'alerts', 'home-assistant', 'chats', 'contacts', 'keys'];

for (const language of ['en', 'de', 'ru'])
  test(`on a phone, Connections has its title and button in one line, and shows which view is open: ${language}`, async ({
    fixtures,
    open,
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', JSON.stringify(chosen)), language);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(await fixtures.user(), '/home');
    for (const view of VIEWS) {
      await page.goto(`/settings/connections?view=${view}`);
      const head = page.getByRole('heading', { level: 1 }).locator('..');
      const title = await head.getByRole('heading', { level: 1 }).boundingBox();
      const primary = await head.locator('[data-new] button').boundingBox();
      const middle = ({ y, height } = { y: 0, height: 0 }): number => y + height / 2;
      expect.soft(Math.abs(middle(title ?? undefined) - middle(primary ?? undefined)), view).toBeLessThan(10);
      const pressed = await head.locator('[aria-pressed="true"]').boundingBox();
      expect.soft(pressed?.x, `${view} is in sight`).toBeGreaterThanOrEqual(0);
      expect.soft((pressed?.x ?? 0) + (pressed?.width ?? 999), `${view} is in sight`).toBeLessThanOrEqual(390);
    }
  });
