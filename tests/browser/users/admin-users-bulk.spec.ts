import { createUser } from '../../support/factories.ts';
import { dialogOf, rowOf, tableOf, usersPath } from '../support/pages/users-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { requestsTo, mockResponse } from '../support/requests.ts';

test(
  'users are filtered, selected across pages, blocked and deleted together',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const mark = String(fixtures.sharedEmail.split('@')[0]);
    const [ada, bob] = [
      await createUser(stack, { name: `Ada ${mark}`, email_confirm: false }),
      await createUser(stack, { name: `Bob ${mark}` }),
    ];
    await createUser(stack, { name: `Cid ${mark}`, role: 'admin' });
    await open(await fixtures.admin(), usersPath(mark));
    const selection = page.getByRole('region', { name: 'Selection' });
    const filters = page.getByRole('region', { name: 'Search' });
    await expect(tableOf(page).locator('tbody tr')).toHaveCount(3);
    await filters.getByRole('combobox', { name: 'Role' }).selectOption('Admin');
    await expect(tableOf(page).locator('tbody tr')).toHaveCount(1);
    await expect(page).toHaveURL(/role=admin/);
    await filters.getByRole('combobox', { name: 'Role' }).selectOption('All');
    await expect(tableOf(page).locator('tbody tr')).toHaveCount(3);
    await filters.getByRole('combobox', { name: 'Not confirmed' }).selectOption('Email');
    await expect(tableOf(page).locator('tbody tr')).toHaveCount(1);
    await filters.getByRole('combobox', { name: 'Not confirmed' }).selectOption('All');
    await expect(tableOf(page).locator('tbody tr')).toHaveCount(3);

    await page.getByRole('checkbox', { name: `Select Ada ${mark}` }).check();
    await page.getByRole('checkbox', { name: `Select Bob ${mark}` }).check();
    await expect(selection.getByText('2 selected')).toBeVisible();
    // The colours of a row below the pointer are not those that are checked.
    await page.mouse.move(0, 0);
    await selection.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Block 2 users?' })).toBeVisible();
    const blocked = await watchForMessage(page, '2 users are blocked', 'status');
    await dialogOf(page).getByRole('button', { name: 'Block' }).click();
    await blocked();
    for (const { key } of [ada, bob]) expect((await stack.call(usersHttp.profile, { key })).status).toBe(403);
    await filters.getByRole('combobox', { name: 'Blocked' }).selectOption('Blocked');
    await expect(tableOf(page).locator('tbody tr')).toHaveCount(2);

    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    const failed = [{ user_id: bob.id, name: `Bob ${mark}`, code: 'forbidden', error: 'Not this one.' }];
    const undo = await mockResponse(page, requestsTo(userChangesHttp.changeMany), { json: { done: 0, failed } });
    await selection.getByRole('button', { name: 'Delete' }).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Bob ${mark}: Not this one.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await undo();
    await page.getByRole('checkbox', { name: `Select Ada ${mark}` }).check();
    await selection.getByRole('button', { name: 'Delete' }).click();
    const deleted = await watchForMessage(page, '1 user was deleted', 'status');
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await deleted();
    await expect(rowOf(page, `Ada ${mark}`)).toHaveCount(0);
  },
);
