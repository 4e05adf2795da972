import { createUser } from '../../support/factories.ts';
import { retryAfter } from '../support/pages/devices-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import {
  rowButtonOf,
  closeErrorDialog,
  dialogOf,
  openButtonOf,
  rowOf,
  searchOf,
  tableOf,
  usersPath,
} from '../support/pages/users-page.ts';
import { expect, test } from '../support/test.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { requestsTo, mockResponse } from '../support/requests.ts';

const BROKEN = { status: 500, json: {} };

test('root adds a user, finds, edits and shows all details', async ({ fixtures, open, page }) => {
  const name = `Ada ${fixtures.sharedEmail.split('@')[0]}`;
  const email = `ada-${fixtures.sharedEmail}`;
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/user/add') && sent.push(request.url()));
  await open(await fixtures.root(), '/admin');
  await expect(page.getByRole('main').locator('.mantine-Badge-root').first()).toHaveText('Root');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(/add=1/);

  const form = dialogOf(page);
  const field = (label: string) => form.getByRole('textbox', { name: label });
  await expect(form.getByLabel('Role').getByRole('option')).toHaveText(['Audio Controller', 'Admin', 'Root']);
  await field('Email').fill(email);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('All fields except phone are required');
  await expect(field('Password')).toBeFocused();
  expect(sent).toEqual([]);
  await field('Password').fill('Secret-12');
  await field('Name').fill(name);
  const failAdd = await mockResponse(page, requestsTo(userChangesHttp.add), BROKEN);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to add user');
  await expect(field('Name')).toHaveValue(name);
  await failAdd();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form).toBeHidden();
  // Newest first, since the list was loaded again.
  await expect(rowOf(page, name)).toBeVisible();

  await searchOf(page).fill(email.toUpperCase());
  await expect(tableOf(page).getByRole('row')).toHaveCount(2);
  await expect(page.getByText(/^Found 1 of [\d,]+$/)).toBeVisible();
  await expect(page).toHaveURL(/q=/);
  await expect(rowOf(page, name)).toContainText(/Active.*Audio Controller.*Not confirmed.*Confirmed.*OPEN 0/);

  await rowButtonOf(page, 'EDIT', name).click();
  await expect(form.getByLabel('Email confirmed')).toBeChecked();
  await field('Phone').fill('12');
  await form.getByLabel('Role').selectOption('admin');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(field('Phone')).toBeFocused();
  await field('Phone').fill(`+4915${String(Date.now()).slice(-9)}`);
  const failEdit = await mockResponse(page, requestsTo(userChangesHttp.edit), BROKEN);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to save changes');
  await failEdit();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toContainText(/Admin.*\+4915/);

  const failInfo = await mockResponse(page, requestsTo(usersAdminHttp.read), BROKEN);
  await rowButtonOf(page, 'INFO', name).click();
  const panel = page.getByRole('region', { name: `User information: ${name}` });
  await expect(panel.getByRole('alert')).toHaveText('Failed to get user information');
  await retryAfter(page, panel.getByRole('button', { name: 'Retry' }), failInfo);
  for (const known of ['email_confirm', 'utc_offset', 'created_at', 'key_created_at', 'companies', 'region']) {
    await expect(panel.getByText(known, { exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(panel.getByText('utc_offset')).toBeVisible();
  await rowButtonOf(page, 'INFO', name).click();
  await expect(panel).toBeHidden();
});

test(
  'an administrator blocks, rotates the key and deletes, and sees errors',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const name = `Berta ${fixtures.sharedEmail.split('@')[0]}`;
    const user = await createUser(stack, { name });
    const admin = await fixtures.admin();
    const listing = page.waitForRequest(`${requestsTo(usersAdminHttp.list)}?*`);
    await open(admin, usersPath(user.email));
    // The administrator's key, in the header and in the body.
    const requests = await listing;
    expect(requests.headers()['authorization']).toBe(admin.key);
    expect(requests.postDataJSON()).toEqual({ admin_user_key: admin.key });
    await expect(page.getByRole('button', { name: 'Delete all' })).toHaveCount(0);
    const alert = dialogOf(page).getByRole('alert');

    const block = page.getByRole('switch', { name: `Blocked: ${name}` });
    const failBlock = await mockResponse(page, requestsTo(userChangesHttp.block), BROKEN);
    await block.press('Space');
    await expect(alert).toContainText('Failed to block/unblock user');
    await closeErrorDialog(page);
    await expect(block).not.toBeChecked();
    await failBlock();
    // A switch whose answer has not arrived yet does nothing.
    const messageShown = await watchForMessage(page, `${name} is blocked`, 'status');
    await block.press('Space');
    await expect(block).toBeChecked();
    await messageShown();
    expect((await stack.call(usersHttp.profile, user)).status).toBe(403);
    await expect(openButtonOf(page, name)).toBeDisabled();
    await block.press('Space');
    await expect(block).not.toBeChecked();
    await expect(openButtonOf(page, name)).toBeEnabled();

    const renew = async (): Promise<void> => {
      await rowButtonOf(page, 'KEY', name).click();
      await expect(page.getByRole('dialog', { name: 'Обновить ключ пользователя?' })).toBeVisible();
      await dialogOf(page).getByRole('button', { name: 'New key' }).click();
    };
    for (const [answer, words] of [
      [{ status: 409, json: { error: 'The key is in use', code: 'conflict' } }, 'The key is in use'],
      [{ status: 500, json: { code: 'internal' } }, 'Failed to update user key'],
      [{ json: {} }, 'Key not received in response'],
    ] as const) {
      const undo = await mockResponse(page, requestsTo(userKeysHttp.updateKey), answer);
      await renew();
      await expect(alert).toHaveText(words);
      await closeErrorDialog(page);
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(rowButtonOf(page, 'KEY', name)).toBeFocused();
      await undo();
    }
    await renew();
    const key = (await dialogOf(page).getByLabel('User key').textContent()) ?? '';
    expect((await stack.call(usersHttp.profile, { key })).body).toMatchObject({ email: user.email });
    expect((await stack.call(usersHttp.profile, user)).status).toBe(401);
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await dialogOf(page).getByRole('button', { name: 'Close without the key' }).click();
    await expect(dialogOf(page)).toHaveCount(0);

    const remove = async (): Promise<void> => {
      await rowButtonOf(page, 'DEL', name).click();
      await expect(page.getByRole('dialog', { name: 'Удалить пользователя?' })).toBeVisible();
      await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    };
    await rowButtonOf(page, 'DEL', name).click();
    await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rowButtonOf(page, 'DEL', name)).toBeFocused();
    const failDelete = await mockResponse(page, requestsTo(userChangesHttp.remove, { id: user.id }), BROKEN);
    await remove();
    await expect(alert).toContainText('Failed to delete user');
    await failDelete();
    await closeErrorDialog(page);
    await remove();
    await expect(page.getByText('Nobody found')).toBeVisible();
    expect((await stack.call(usersHttp.profile, { key })).status).toBe(401);
    await page.getByRole('button', { name: 'Show everybody' }).click();
    await expect(page).toHaveURL(/\/admin$/);
  },
);
