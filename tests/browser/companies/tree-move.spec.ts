import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { createCompany } from '../../support/factories.ts';
import { panelOf, rowOf } from '../support/pages/company-tree-page.ts';
import { tabTo } from '../support/keyboard.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo, mockResponse } from '../support/requests.ts';

test(
  'a node is moved with the keyboard, and an error stays in the dialog',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
    const north = await createCompany(stack, { below: main, name: 'North' });
    const south = await createCompany(stack, { below: main, name: 'South' });
    const shop = await createCompany(stack, { below: north, type: 'Company', name: 'Shop 1' });
    await createCompany(stack, { below: shop, name: 'Door' });
    await open(user, `/navigation?company=${main.company_id}`);
    await page.getByRole('button', { name: 'Hide Main Companies' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Shop 1 to…' });
    const search = dialog.getByRole('combobox');

    // Arrow keys reach the row, Tab its buttons.
    await rowOf(page, 'Head office').focus();
    for (const name of ['North', 'Shop 1']) {
      await page.keyboard.press('ArrowDown');
      await expect(rowOf(page, name)).toBeFocused();
    }
    const button = panelOf(page).getByRole('button', { name: 'Move Shop 1 to…' });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await expect(dialog.getByRole('option')).toHaveText([/Head office/, /South/]);

    const restore = await mockResponse(page, requestsTo(companyChangesHttp.move), {
      status: 422,
      body: JSON.stringify({ error: 'An element cannot be moved below itself', code: 'tree_cycle' }),
    });
    await search.fill('south');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('An element cannot be moved below itself');
    await restore();
    const highlighted = await watchFor(panelOf(page), { selector: '[aria-label^="Shop 1,"][data-highlighted=true]' });
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await highlighted();
    await expect(button).toBeFocused();
    await expect(panelOf(page).getByRole('treeitem')).toHaveText([/Head office/, /North/, /South/, /Shop 1/, /Door/]);
    await expect(rowOf(page, 'Door')).toHaveAttribute('aria-level', '4');
    const moved = await stack.db
      .selectFrom('companies')
      .select(['parent_company_id', 'level'])
      .where('company_id', '=', shop.company_id)
      .executeTakeFirst();
    expect(moved).toEqual({ parent_company_id: south.company_id, level: 2 });
  },
);
