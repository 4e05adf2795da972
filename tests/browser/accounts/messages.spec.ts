import { topics } from '@belfry/schemas/mqtt/topics';
import { cardsOf, devicesPath, pagerOf, retryAfter, waitUntilLive } from '../support/pages/devices-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { requestsTo, mockResponse } from '../support/requests.ts';

test(
  'a blocked administrator sees why the session was closed',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const [admin, root] = [await fixtures.admin(), await fixtures.root()];
    await open(admin, '/devices');
    await expect(page.getByRole('heading', { name: 'Admin Devices' })).toBeVisible();
    await waitForSubscription(page, topics.userEvents(admin.id));
    await stack.call(userChangesHttp.block, root, { userId: admin.id, blocked: true });
    await expect(page.getByText('An administrator has blocked your account.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test('a form that is open when the session ends keeps what was typed, and is saved after signing in again', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const [admin, root] = [await fixtures.admin(), await fixtures.root()];
  const { serial } = await fixtures.device();
  const block = (blocked: boolean) => stack.call(userChangesHttp.block, root, { userId: admin.id, blocked });
  const path = devicesPath(fixtures.sharedEmail, `&edit=${serial}`);
  await open(admin, path);
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'Note' });
  await note.fill('Typed before the end');
  await waitForSubscription(page, topics.userEvents(admin.id));
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('user_email'))).toBe(admin.email);
  await block(true);

  const cover = page.getByRole('dialog', { name: 'Sign In' });
  await expect(cover).toContainText('An administrator has blocked your account.');
  await expect(cover).toContainText('What you typed is still here.');
  expect(await page.evaluate(() => sessionStorage.getItem('user_key'))).toBeNull();
  // The page behind it neither takes a click nor closes its form.
  await expect(note.click({ timeout: 500 })).rejects.toThrow(/Timeout/);
  const password = cover.getByLabel('Password *');
  await expect(password).toBeFocused();
  await password.press('Escape');
  await password.fill(admin.password);
  await password.press('Enter');
  await expect(cover).toContainText('Your account is blocked.');

  await block(false);
  await password.press('Enter');
  await expect(cover).toBeHidden();
  await expect(page).toHaveURL((url) => url.pathname + url.search === path);
  await expect(note).toHaveValue('Typed before the end');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(cardsOf(page)).toContainText('Typed before the end');
});

test('input beyond the maximum length is cut, with a message', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.admin(), '/devices?add=1');
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'Note' });
  const max = Number(await note.getAttribute('maxlength'));
  await note.fill('x'.repeat(max));
  await expect(page.getByText(`Note: at most ${max} characters`)).toBeHidden();
  const messageShown = await watchForMessage(page, `Note: at most ${max} characters`);
  await note.press('y');
  await messageShown();
  await expect(note).toHaveValue('x'.repeat(max));
});

test(
  'the page number changes with its rows, and a failed page is requested again',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await Promise.all(Array.from({ length: 5 }, () => fixtures.device()));
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&page_size=4'));
    await expect(cardsOf(page)).toHaveCount(4);
    await expect(pagerOf(page)).toContainText('Page 1 of 2');
    await waitUntilLive(page);
    const undo = await mockResponse(page, `${requestsTo(devicesHttp.list)}?*page=2*`, { status: 500, json: {} });
    await pagerOf(page).getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Failed to load devices: 500')).toBeVisible();
    await expect(page.getByText('HTTP 500: Internal Server Error')).toBeVisible();
    // The rows of the first page would be no answer to what was asked for; see SHELL-30.
    await expect(cardsOf(page)).toHaveCount(0);
    await expect(pagerOf(page)).toHaveCount(0);
    await retryAfter(page, page.getByRole('button', { name: 'Retry' }), undo);
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(pagerOf(page)).toContainText('Page 2 of 2');
  },
);
