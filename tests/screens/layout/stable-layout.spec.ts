import { usersHttp } from '@belfry/schemas/http/accounts/profile';
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
  const before = await menu.boundingBox();
  release();
  await expect(menu).toContainText('Maximiliana');
  expect((await menu.boundingBox())?.x).toBe(before?.x);
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
