import { createUser } from '../support/factories.ts';
import { dialogOf, openButtonOf, rowButtonOf, tableOf, usersPath } from '../browser/support/pages/users-page.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';

screenTest('the users and their dialogs', async ({ fixtures, open, page, stack, check }) => {
  const mark = String(fixtures.sharedEmail.split('@')[0]);
  const long = {
    name: `Maximiliane von und zu Hohenstein-Oberwiesental ${mark}`,
    // No other test of the worker has a person with this number.
    phone: `+49151${mark.replaceAll(/\D/g, '').slice(-8).padStart(8, '0')}`,
  };
  await createUser(stack, { ...long, email: `maximiliane.von.und.zu.hohenstein-oberwiesental-${mark}@belfry.test` });
  const person = await createUser(stack, {
    name: `Ольга ${mark}`,
    blocked: true,
    country: 'Russia',
    country_code: 'RU',
  });
  await createUser(stack, { name: `Kim ${mark}`, role: 'admin', active: false, email_confirm: false });
  await open(await fixtures.root(), `${usersPath(mark)}&info=${person.id}`);
  await expect(page.getByText('utc_offset')).toBeVisible();
  await check('users');
  for (const name of [long.name, `Kim ${mark}`]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByText('2 selected')).toBeVisible();
  // The colours of a row below the pointer are not those that are checked.
  await page.mouse.move(0, 0);
  await check('users selected');
  await selection.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Block 2 users?' })).toBeVisible();
  await check('question before users are blocked');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await rowButtonOf(page, 'EDIT', `Kim ${mark}`).click();
  await expect(dialogOf(page).getByLabel('Role')).toHaveValue('admin');
  await check('users, edit');
  await page.goto('/admin?add=1');
  await expect(dialogOf(page)).toBeVisible();
  await check('users, add');
});

screenTest(
  'a tab in which an administrator works as a user',
  async ({ fixtures, context, open, page, stack, check }) => {
    const name = `Berta ${fixtures.sharedEmail.split('@')[0]}`;
    const user = await createUser(stack, { name });
    await open(await fixtures.admin(), usersPath(user.email));
    await expect(tableOf(page).getByRole('row')).toHaveCount(2);
    const opening = context.waitForEvent('page');
    await openButtonOf(page, name).click();
    const opened = await opening;
    await expect(opened.getByRole('complementary', { name: 'Working as somebody else' })).toContainText(name);
    await check('opened as a user', opened);
  },
);
