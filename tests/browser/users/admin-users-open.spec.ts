import type { Page, Request } from '@playwright/test';
import { topics } from '@belfry/schemas/mqtt/topics';
import { createUser } from '../../support/factories.ts';
import { dialogOf, openButtonOf, usersPath } from '../support/pages/users-page.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { requestsTo, mockResponse } from '../support/requests.ts';

const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Working as somebody else' });
const SESSION = ['Authorization', 'user_key', 'admin_user_key', 'user_id', 'user_role', 'admin_mode', 'admin_user_id'];
const sessionOf = (page: Page): Promise<Record<string, string | null>> =>
  page.evaluate((names) => Object.fromEntries(names.map((name) => [name, sessionStorage.getItem(name)])), SESSION);

test('OPEN impersonates a user in a new tab, which never has the administrator’s key and can return', async ({
  fixtures,
  context,
  open,
  page,
  stack,
}) => {
  const name = `Ada ${fixtures.sharedEmail.split('@')[0]}`;
  const user = await createUser(stack, { name });
  await stack.call(companyChangesHttp.addMain, user, { name: 'Harbour' });
  const admin = await fixtures.admin();
  // All keys that the new tab has at its start or uses.
  await context.addInitScript(() => {
    if (globalThis.origin === 'null' || !globalThis.opener) return;
    const seen = JSON.parse(localStorage.getItem('story-keys') ?? '[]') as (string | null)[];
    localStorage.setItem('story-keys', JSON.stringify([...seen, sessionStorage.getItem('user_key')]));
  });
  const used = new Set<string>();
  const listen = (tab: Page): void => {
    tab.on('request', (request: Request) => {
      const key = request.headers()['authorization'];
      if (key !== undefined) used.add(key);
    });
  };
  await open(admin, usersPath(user.email));
  const opening = context.waitForEvent('page');
  context.once('page', listen);
  await openButtonOf(page, name, 1).click();
  const tab = await opening;
  await expect(bannerOf(tab)).toContainText(`You are working as ${name}.`);
  await expect(tab).toHaveURL(({ pathname }) => pathname === '/navigation');
  const { user_key: key, ...session } = await sessionOf(tab);
  expect(session).toEqual({
    Authorization: key,
    admin_user_key: key,
    user_id: String(user.id),
    user_role: 'user',
    admin_mode: 'true',
    admin_user_id: String(admin.id),
  });
  await expect(tab.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await expect(tab.getByText('Harbour').first()).toBeVisible();
  expect([...used]).toEqual([key]);
  // A tab that loads slowly may have the session already when its first document starts.
  const seen = await tab.evaluate(() => JSON.parse(localStorage.getItem('story-keys') ?? '[]') as (string | null)[]);
  expect(seen.at(-1)).toBe(key);
  expect(seen.slice(0, -1).filter((each) => each !== null)).toEqual([]);
  // The administrator's own tab is unchanged.
  expect(await sessionOf(page)).toMatchObject({ user_key: admin.key, user_id: String(admin.id), admin_mode: null });

  const closed = tab.waitForEvent('close');
  await tab.getByRole('button', { name: 'Back to your own console' }).click();
  await closed;
  expect((await stack.call(usersHttp.profile, { key: String(key) })).status).toBe(401);
  expect((await stack.call(usersHttp.profile, admin)).status).toBe(200);
});

test(
  'impersonation works in an isolated tab, and reports a blocked tab or a rejected request',
  { tag: '@full' },
  async ({ fixtures, open, page, context, stack }) => {
    const name = `Berta ${fixtures.sharedEmail.split('@')[0]}`;
    const user = await createUser(stack, { name });
    await open(await fixtures.admin(), usersPath(user.email));
    await page.evaluate(() => {
      const { open } = globalThis;
      globalThis.open = (...where) => {
        const tab = open.call(globalThis, ...where);
        // Simulates a browser that isolates tabs from each other.
        return new Proxy(tab as Window, {
          get(target, name) {
            if (name === 'postMessage') return target.postMessage.bind(target);
            throw new DOMException('kept apart', 'SecurityError');
          },
        });
      };
    });
    const arriving = context.waitForEvent('page');
    await openButtonOf(page, name).click();
    const opened = await arriving;
    await expect(bannerOf(opened)).toContainText(`You are working as ${name}.`);
    expect(await sessionOf(opened)).toMatchObject({ user_id: String(user.id), admin_mode: 'true' });
    await opened.goto('/home');
    await expect(opened.getByRole('heading', { name: 'My Profile' })).toBeVisible();
    await expect(opened.getByText('Two-factor sign-in', { exact: false })).toHaveCount(0);
    await expect(opened.getByRole('button', { name: 'Change Password' })).toHaveCount(0);
    await opened.goto('/settings?tab=security');
    await expect(
      opened.getByText('Password and two-factor sign-in are for the person alone', { exact: false }),
    ).toBeVisible();
    await expect(opened.getByText('Change Password')).toHaveCount(0);
    await waitForSubscription(opened, topics.userEvents(user.id));
    // Blocking the user closes the session within a second, without a reload.
    await stack.call(userChangesHttp.block, await fixtures.admin(), { userId: user.id, blocked: true });
    await expect(opened).toHaveURL(/\/login$/);
    await opened.close();
    await stack.call(userChangesHttp.block, await fixtures.admin(), { userId: user.id, blocked: false });

    await page.reload();
    await page.evaluate(() => {
      globalThis.open = () => null;
    });
    const before = await sessionOf(page);
    await openButtonOf(page, name).click();
    await expect(dialogOf(page).getByRole('alert')).toHaveText(
      'Не удалось открыть новую вкладку. Проверьте настройки блокировки всплывающих окон.',
    );
    expect(await sessionOf(page)).toEqual(before);
    await page.reload();

    const undo = await mockResponse(page, requestsTo(userKeysHttp.impersonate), {
      status: 404,
      json: { error: 'User not found', code: 'user_not_found' },
    });
    const opening = context.waitForEvent('page');
    await openButtonOf(page, name).click();
    const tab = await opening;
    if (!tab.isClosed()) await tab.waitForEvent('close');
    await expect(dialogOf(page).getByRole('alert')).toContainText('User not found');
    await undo();
  },
);
