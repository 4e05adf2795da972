import { check as select, panelOf, rowOf, toolOf } from '../../browser/support/pages/company-tree-page.ts';
import { stopClock } from '../../browser/support/clock.ts';
import { createTree, furnishTree } from '../../browser/support/product/places.ts';
import { expect, test } from '../../browser/support/test.ts';
import { PHONE } from '../support/screen-test.ts';

test('a phone moves nodes by the button of the row', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { main } = await createTree(stack, user);
  await page.setViewportSize(PHONE);
  await open(user, `/navigation?company=${main.company_id}`);
  await rowOf(page, 'Shop 1').click();
  await toolOf(page, 'Move Shop 1 to…').click();
  await expect(page.getByRole('dialog', { name: 'Move Shop 1 to…' }).getByRole('option')).toHaveCount(2);
});

test('on a phone the higher row of the current node does not shift the target of a click', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const { main } = await furnishTree(stack, fixtures, user);
  await page.setViewportSize(PHONE);
  await page.clock.install();
  await open(user, `/navigation?company=${main.company_id}`);
  await select(page, 'Door');
  await expect(panelOf(page)).toContainText('Selected Audio: 1');
  await rowOf(page, 'Hall').click();
  await stopClock(page);
  await toolOf(page, 'Delete Hall').click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.clock.resume();
  await expect(toolOf(page, 'Delete Hall')).toBeFocused();
});
