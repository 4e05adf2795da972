import { readFile } from 'node:fs/promises';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { createUser } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';

test('a person reads who changed what in their organisation, from what to what, and that the record is unbroken', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const owner = await fixtures.user();
  const { body: group } = await stack.call(groupsHttp.create, owner, { name: 'Halls', devices: [] });
  await stack.call(groupsHttp.rename, owner, { id: group.id, name: 'All halls' });

  await open(owner, '/audit');
  await expect(page.getByText(/^Unbroken up to/)).toBeVisible();
  const row = page.getByRole('row', { name: /Group: renamed/ });
  await expect(row).toContainText('All halls');
  await row.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByRole('deletion')).toContainText('Halls');
  await expect(page.getByRole('insertion')).toContainText('All halls');

  await page.getByRole('combobox', { name: 'What' }).selectOption('schedule');
  await expect(page).toHaveURL(/action=schedule/);
  await expect(page.getByText('No row fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('group.rename');
});

test(
  'an administrator finds what was done as somebody else',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const admin = await fixtures.admin();
    const person = await createUser(stack, { name: 'Grace Hopper' });
    const { body } = await stack.call(userKeysHttp.impersonate, admin, { user_id: person.id });
    await stack.call(groupsHttp.create, { key: body.user_key }, { name: 'Of Grace', devices: [] });
    await open(admin, `/audit?actor=${admin.id}`);
    const row = page.getByRole('row', { name: /Group: created/ });
    await expect(row).toContainText('as Grace Hopper');
  },
);
