import { createCompany } from '../support/factories.ts';
import { makeMember } from '../support/teams.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';

screenTest('the people of a node', async ({ fixtures, open, page, stack, check }) => {
  const [owner, colleague] = [await fixtures.user(), await fixtures.user()];
  const main = await createCompany(stack, { user_id: owner.id, name: 'Head office' });
  await makeMember(stack, owner, main, { user: colleague, role: 'announcer', may_emergency: true });
  await open(owner, `/navigation?company=${main.company_id}`);
  await page.getByRole('button', { name: 'People', exact: true }).click();
  const people = page.getByRole('dialog', { name: 'People of Head office' });
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await check('people');
  await people.getByRole('button', { name: /^Change the access/ }).click();
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeVisible();
  await check('access of a person');
  await page.keyboard.press('Escape');
  await people.getByRole('button', { name: /^All access/ }).click();
  await expect(page.getByRole('dialog', { name: /^Access of/ })).toBeVisible();
  await check('all access of a person');
});

screenTest('keys of programs', async ({ fixtures, open, page, stack, check }) => {
  const owner = await fixtures.user();
  await createCompany(stack, { user_id: owner.id, name: 'Head office' });
  await open(owner, '/settings?tab=api');
  await expect(page.getByText('There are no keys yet.')).toBeVisible();
  await check('keys of programs');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expect(page.getByRole('dialog', { name: 'Create a key' })).toBeVisible();
  await check('new key');
});
