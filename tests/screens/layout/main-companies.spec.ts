import type { Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import { expect } from '../../browser/support/test.ts';
import { screenTest } from '../support/screen-test.ts';

const listOf = (page: Page) => page.getByRole('region', { name: 'Main Companies' });
const treeOf = (page: Page) => page.getByRole('region', { name: 'Tree', exact: true });
const rowsOf = (page: Page) => listOf(page).locator('tr[data-company]');
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
const choose = (page: Page, name: string) => rowOf(page, name).getByRole('button').click();

screenTest(
  'the list of main companies fits with any content, and keeps its width',
  async ({ fixtures, open, page, stack, check }) => {
    const user = await fixtures.user();
    const names = [
      'Central Station',
      'Кафе «Днепр»',
      'Superlongcompanynamewithoutspace',
      '株式会社ベル',
      'Airport',
      '',
    ];
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
    await check('company tree');
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
  },
);
