import type { Page, Request } from '@playwright/test';
import { mockResponse } from '../support/pages/account-forms.ts';
import { waitUntilLive } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

const INFO = 'admin/user/info';
const LIST = 'admin/users*';
const OF_USER: string[] = [];
const OF_ADMIN = ['Devices', 'Voices', 'Outbox'];

/** Links that only administrators see. */
const linksOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link')
    .filter({ hasText: /^(Voices|Devices|Outbox)$/ });
const storedOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('user_role'));
const isFor = (path: string) => (request: Request) => new URL(request.url()).pathname === `/api/${path}`;
/** Waits until this call has failed or was answered. */
const settled = (page: Page, path: string) =>
  Promise.race([page.waitForEvent('requestfailed', isFor(path)), page.waitForEvent('requestfinished', isFor(path))]);

test(
  'the stored role is used at once, and corrected when user info is loaded',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/${INFO}`, async (route) => {
      await held;
      await route.continue();
    });
    const admin = await fixtures.admin();
    const requests = page.waitForRequest(`**/api/${INFO}`);
    await open({ ...admin, role: 'user' }, '/home');
    await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
    await expect(linksOf(page)).toHaveText(OF_USER);
    release();
    await expect(linksOf(page)).toHaveText(OF_ADMIN);
    expect(await storedOf(page)).toBe('admin');
    expect((await requests).postDataJSON()).toEqual({ userId: admin.id, admin_user_key: admin.key });
  },
);

for (const [what, reply] of [
  ['cannot be reached', 'failed'],
  ['breaks', { status: 500, json: {} }],
  ['refuses', { status: 403, json: { error: 'No', code: 'forbidden' } }],
] as const) {
  test(
    `when user info ${what} the role is taken from the list of users, or else kept`,
    { tag: '@full' },
    async ({ fixtures, open, page }) => {
      const admin = await fixtures.admin();
      const mend = await mockResponse(page, INFO, reply);
      await open({ ...admin, role: 'user' }, '/home');
      await expect(linksOf(page)).toHaveText(OF_ADMIN);
      expect(await storedOf(page)).toBe('admin');

      await waitUntilLive(page);
      const mendList = await mockResponse(page, LIST, reply);
      const refused = settled(page, 'admin/users');
      // From a page without the console, in which a pending response would store the role again.
      await page.goto('/favicon.svg');
      await page.evaluate(() => sessionStorage.setItem('user_role', 'user'));
      await page.goto('/home');
      await refused;
      await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
      await expect(linksOf(page)).toHaveText(OF_USER);
      await expect(page.getByText('You are signed in as Audio Controller.')).toBeVisible();
      expect(await storedOf(page)).toBe('user');

      await Promise.all([mend(), mendList()]);
      await page.reload();
      await expect(linksOf(page)).toHaveText(OF_ADMIN);
    },
  );
}

test(
  'a user whose role cannot be loaded keeps it, since the list of users is denied',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await mockResponse(page, INFO, { status: 500, json: {} });
    const list = page.waitForResponse('**/api/admin/users*');
    await open(await fixtures.user(), '/home');
    expect((await list).status()).toBe(403);
    await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
    await expect(linksOf(page)).toHaveText(OF_USER);
    expect(await storedOf(page)).toBe('user');
  },
);
