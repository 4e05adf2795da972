import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { createCompany } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';

test('a key is created for a shop, shown once, works there, and ends', async ({ fixtures, open, page, stack }) => {
  const owner = await fixtures.user();
  const shop = await createCompany(stack, { user_id: owner.id, name: 'Corner shop' });
  await open(owner, '/settings?tab=api');
  await expect(page.getByText('There are no keys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Till 3');
  await form.getByRole('checkbox', { name: 'Read the tree' }).check();
  await form.getByRole('button', { name: 'Create a key' }).click();
  const shown = page.getByRole('dialog', { name: 'Key of Till 3' });
  const key = (await shown.getByLabel('Key', { exact: true }).textContent()) ?? '';
  expect(key).toMatch(/^bf_[\w-]{43}$/);
  const { company_id } = shop;
  expect((await stack.call(companiesHttp.info, { key }, { company_id })).status).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.getByRole('button', { name: 'Close without the key' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Till 3' })).toContainText('Corner shop · Read the tree');
  await page.getByRole('button', { name: 'End the key Till 3' }).click();
  await page.getByRole('dialog', { name: 'End the key Till 3' }).getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('There are no keys yet.')).toBeVisible();
  expect((await stack.call(companiesHttp.info, { key }, { company_id })).status).toBe(401);
});
