import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import type { Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { panelOf, rowOf } from '../support/pages/company-tree-page.ts';
import { createTree } from '../support/product/places.ts';
import type { FixtureUser } from '../support/fixtures.ts';
import { watchFor, watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo, mockResponse } from '../support/requests.ts';

type Opened = { page: Page; open: (user: FixtureUser, path: string) => Promise<void> };

/** Opens the tree in the full width. */
async function showTree({ page, open }: Opened, user: FixtureUser, { main }: { main: { company_id: number } }) {
  await open(user, `/navigation?company=${main.company_id}`);
  await page.getByRole('button', { name: 'Hide Main Companies' }).click();
}

const parentOf = async (stack: Stack, id: number): Promise<number | null | undefined> => {
  const node = stack.db.selectFrom('companies').select('parent_company_id').where('company_id', '=', id);
  return (await node.executeTakeFirst())?.parent_company_id;
};

test('nodes are moved with the mouse; refused places say why, and a change of the level is confirmed', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const tree = await createTree(stack, user);
  await showTree({ page, open }, user, tree);

  // A refused place, while the button of the mouse is down.
  await rowOf(page, 'Shop 2').hover();
  await page.mouse.down();
  await rowOf(page, 'Shop 1').hover();
  await rowOf(page, 'Shop 1').hover({ position: { x: 60, y: 20 } });
  await expect(rowOf(page, 'Shop 1')).toHaveAttribute('data-drop', 'type');
  await expect(rowOf(page, 'Shop 1')).toContainText('Devices only');
  await page.mouse.up();
  expect(await parentOf(stack, tree.shop2.company_id)).toBe(tree.south.company_id);

  // The same level: no question.
  const highlighted = await watchFor(panelOf(page), { selector: '[aria-label^="Door,"][data-highlighted=true]' });
  await rowOf(page, 'Door').dragTo(rowOf(page, 'Shop 1'));
  await highlighted();
  expect(await parentOf(stack, tree.door.company_id)).toBe(tree.shop1.company_id);

  // Another level.
  await rowOf(page, 'Shop 2').dragTo(rowOf(page, 'Head office'));
  const question = page.getByRole('dialog', { name: 'Move Shop 2 below Head office?' });
  await expect(question).toContainText('from level 2 to level 1');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await parentOf(stack, tree.shop2.company_id)).toBe(tree.south.company_id);
  await rowOf(page, 'Shop 2').dragTo(rowOf(page, 'Head office'));
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(rowOf(page, 'Shop 2')).toHaveAttribute('aria-level', '2');
  expect(await parentOf(stack, tree.shop2.company_id)).toBe(tree.main.company_id);

  // An error of the server.
  await mockResponse(page, requestsTo(companyChangesHttp.move), {
    status: 422,
    json: { error: 'A tree has 64 levels', code: 'tree_too_deep' },
  });
  await rowOf(page, 'Door').dragTo(rowOf(page, 'Shop 2'));
  const messageShown = await watchForMessage(page, 'A tree has 64 levels', 'alert');
  await page.getByRole('dialog', { name: 'Move Door below Shop 2?' }).getByRole('button', { name: 'Move' }).click();
  await messageShown();
});

test(
  'a node is renamed in its row with keys and mouse, and an error stays beside the field',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const tree = await createTree(stack, user);
    await showTree({ page, open }, user, tree);
    const field = panelOf(page).getByRole('textbox', { name: /^Name of/ });

    await rowOf(page, 'North').focus();
    await page.keyboard.press('F2');
    await expect(field).toBeFocused();
    await page.keyboard.type('West');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'West')).toBeFocused();
    await expect(field).toHaveCount(0);

    await rowOf(page, 'South').getByTitle('South', { exact: true }).dblclick();
    await field.fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Name is required');
    const restore = await mockResponse(page, requestsTo(companyChangesHttp.edit), { status: 500, json: {} });
    await field.fill('East');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Ошибка обновления');
    await restore();
    // It is closed to typing while it is saved.
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'South')).toBeFocused();
  },
);
