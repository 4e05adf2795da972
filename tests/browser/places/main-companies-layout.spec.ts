import type { Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { expect, test } from '../support/test.ts';

const listOf = (page: Page) => page.getByRole('region', { name: 'Main Companies' });
const treeOf = (page: Page) => page.getByRole('region', { name: 'Tree', exact: true });
const rowsOf = (page: Page) => listOf(page).locator('tr[data-company]');
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
const choose = (page: Page, name: string) => rowOf(page, name).getByRole('button').click();
const toolOf = (page: Page, name: string) => listOf(page).getByRole('button', { name, exact: true });
const formOf = (page: Page, name: string) => page.getByRole('form', { name });

test('the page passes the layout checks with any content, and the list keeps its width', async ({
  fixtures,
  open,
  page,
  stack,
}, { outputDir }) => {
  await followSystemTheme(page);
  const user = await fixtures.user();
  const names = ['Central Station', 'Кафе «Днепр»', 'Superlongcompanynamewithoutspace', '株式会社ベル', 'Airport', ''];
  const emblems = ['🚉', '☕', '🏬', '🔔', '✈️', null];
  const made = [];
  for (const [index, name] of names.entries()) {
    const overrides = {
      name,
      emblem: emblems[index] ?? null,
      description: index % 2 === 0 ? 'Platforms 1 to 12 and the hall' : null,
    };
    made.push(await createCompany(stack, { user_id: user.id, ...overrides }));
  }
  for (let nested = 0; nested < 31; nested++)
    await createCompany(stack, { below: made[nested % 2 === 0 ? 0 : nested % 3]! });
  await open(user, `/navigation?company=${made[0]!.company_id}`);
  await expect(rowsOf(page)).toHaveCount(6);
  await expect(treeOf(page).getByText('Central Station').first()).toBeVisible();
  await expectAccessibleLayout(page, 'company tree', outputDir);
  for (const width of [350, 768, 1100, 1440, 1900]) {
    await page.setViewportSize({ width, height: 900 });
    const isWithin = async (): Promise<boolean> => {
      const { width: shown = 0 } = (await listOf(page).boundingBox()) ?? {};
      return shown >= 300 && shown <= 700;
    };
    await expect.poll(isWithin, `the list has 300 to 700 px at ${width} px`).toBe(true);
  }
  // The title of a column is one word, which does not break.
  await page.setViewportSize({ width: 350, height: 800 });
  const lines = (title: Element): number => {
    const range = document.createRange();
    range.selectNodeContents(title);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  for (const name of ['Company', 'Tree', 'Description']) {
    const title = listOf(page).getByRole('columnheader', { name });
    await expect.poll(() => title.evaluate(lines), `${name} has one line`).toBe(1);
  }
  // On a phone the tree is below the list, and choosing a company scrolls to it.
  await page.setViewportSize({ width: 390, height: 800 });
  await choose(page, 'Airport');
  await expect(treeOf(page)).toBeInViewport({ ratio: 0.2 });
  await expect.poll(async () => (await treeOf(page).boundingBox())?.y ?? 1_000).toBeLessThan(200);
});

test('forms and an empty page pass the layout checks', async ({ fixtures, open, page }, { outputDir }) => {
  await followSystemTheme(page);
  await open(await fixtures.user(), '/navigation?do=add');
  await formOf(page, 'Add Company').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectAccessibleLayout(page, 'first company', outputDir);
  await formOf(page, 'Add Company').getByRole('textbox', { name: 'Name' }).fill('Station');
  await page.getByRole('button', { name: 'More details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Main Company' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Station');
  await expectAccessibleLayout(page, 'company details', outputDir);
  await page.mouse.click(5, 400);
  await expect(dialog).toBeHidden();
  await expect(toolOf(page, 'Add Company').first()).toBeFocused();
});

test('a list of hundreds of companies renders only the visible ones', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { company_id } = await createCompany(stack, { user_id: user.id, name: 'Needle' });
  await page.route('**/api/company/main/companies', async (route) => {
    const [needle] = await (await route.fetch()).json();
    const others = Array.from({ length: 2_000 }, (_, index) => ({
      ...needle,
      company_id: 1_000_000 + index,
      name: `Straw ${index}`,
      subcompany_count: 2_000 - index,
    }));
    await route.fulfill({ json: [...others, needle] });
  });
  await open(user, `/navigation?company=${company_id}`);
  // The last selected one is scrolled into view, at the end of the list.
  await expect(rowOf(page, 'Needle')).toBeInViewport();
  await expect(listOf(page).getByRole('table')).toHaveAttribute('aria-rowcount', '2002');
  expect(await rowsOf(page).count()).toBeLessThan(40);
  await expect(rowOf(page, 'Needle')).not.toHaveAttribute('data-highlighted');
  // The list is one tab stop; its own keys move inside it.
  await listOf(page).getByText('Tree', { exact: true }).first().focus();
  await page.keyboard.press('Tab');
  await expect(rowOf(page, 'Needle').getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'Straw 1999').getByRole('button')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rowsOf(page).first().getByRole('button')).toBeFocused();
  await expect(rowsOf(page).first()).toContainText('Straw 0');
  await expect(rowsOf(page).first()).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Tab');
  await expect(toolOf(page, 'Edit')).toBeFocused();
});
