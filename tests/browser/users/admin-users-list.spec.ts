import type { Page } from '@playwright/test';
import { topics } from '@belfry/schemas/mqtt/topics';
import { createUser } from '../../support/factories.ts';
import { closeErrorDialog, dialogOf, rowOf, tableOf, usersPath } from '../support/pages/users-page.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { retryAfter } from '../support/pages/devices-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { requestsTo, mockResponse } from '../support/requests.ts';

const BROKEN = { status: 500, json: {} };

test(
  'the list reports errors and emptiness, updates by itself, and can be sorted',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const mark = fixtures.sharedEmail.split('@')[0];
    await createUser(stack, { name: `Anna ${mark}`, active: false });
    const two = await createUser(stack, { name: `Zoe ${mark}`, country: 'India', country_code: 'IN', lang: 'ru' });
    const fail = await mockResponse(page, `${requestsTo(usersAdminHttp.list)}?*`, BROKEN);
    const root = await fixtures.root();
    await open(root, `${usersPath(String(mark))}&sort=name`);
    await expect(page.getByRole('alert').getByText('Ошибка: 500')).toBeVisible();
    await retryAfter(page, page.getByRole('main').getByRole('button', { name: 'Retry' }), fail);
    const names = tableOf(page).getByRole('rowheader');
    await expect(names).toHaveText([`Anna ${mark}`, `Zoe ${mark}`]);
    await expect(rowOf(page, 'Anna')).toContainText('Suspended');
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect(names).toHaveText([`Zoe ${mark}`, `Anna ${mark}`]);
    await expect(page).toHaveURL(/sort=-name/);
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');

    // Changes of others appear without a reload.
    await waitForSubscription(page, topics.userEvents(root.id));
    const admin = await fixtures.admin();
    await stack.call(userChangesHttp.edit, admin, { userId: two.id, updates: { name: `Yves ${mark}` } });
    await expect(names).toHaveText([`Yves ${mark}`, `Anna ${mark}`]);

    const failAll = await mockResponse(page, requestsTo(userChangesHttp.removeAll, { expected: '*' }), BROKEN);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete all users?' })).toBeVisible();
    await expect(dialogOf(page).getByRole('button', { name: 'Delete all' })).toBeDisabled();
    await confirmDeleteAll(page);
    await expect(dialogOf(page).getByRole('alert')).toContainText('Failed to delete all users');
    await closeErrorDialog(page);
    await expect(dialogOf(page)).toHaveCount(0);
    await failAll();
    // The response is mocked, since other tests use the same product. The flow tests cover the real call.
    const gone = await mockResponse(page, requestsTo(userChangesHttp.removeAll, { expected: '*' }), {
      json: { success: true, message: 'Gone', deleted: 3 },
    });
    await page.getByRole('button', { name: 'Delete all' }).click();
    const messageShown = await watchForMessage(page, '3 users were deleted', 'status');
    await confirmDeleteAll(page);
    await messageShown();
    await gone();
    const none = await mockResponse(page, `${requestsTo(usersAdminHttp.list)}?*`, { json: [] });
    await page.goto('/admin');
    await expect(page.getByText('No users yet')).toBeVisible();
    await none();
  },
);

test(
  'access is denied to other roles, and nothing is loaded',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/admin/users') && requests.push(request.url()));
    const [person, root] = [await fixtures.user(), await fixtures.root()];
    await open(person, '/admin');
    await expect(page.getByText(/^Access Denied/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
    expect(requests).toEqual([]);
    // A changed role takes effect without a reload, in both directions.
    await waitForSubscription(page, topics.userEvents(person.id));
    const become = (role: string) => stack.call(userChangesHttp.edit, root, { userId: person.id, updates: { role } });
    await become('admin');
    await expect(tableOf(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Users' })).toBeVisible();
    await waitForSubscription(page, topics.userEvents(person.id));
    await become('user');
    await expect(page.getByText(/^Access Denied/)).toBeVisible();
  },
);

/** Types the number that the dialog asks for. */
async function confirmDeleteAll(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  const field = dialog.getByRole('textbox', { name: /^Type \d+ to confirm$/ });
  const count = /\d+/.exec((await dialog.getByText(/users? (is|are) deleted\.$/).textContent()) ?? '')?.[0] ?? '';
  await field.fill(count);
  await dialog.getByRole('button', { name: 'Delete all' }).click();
}
