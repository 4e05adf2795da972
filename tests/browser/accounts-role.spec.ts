import type { Page, Request } from '@playwright/test';
import { mockResponse } from './support/account-forms.ts';
import { waitUntilLive } from './support/devices-page.ts';
import { expect, test } from './support/test.ts';

const INFO = 'admin/user/info';
const LIST = 'admin/users*';
const OF_USER: string[] = [];
const OF_ADMIN = ['Voices', 'Devices', 'Outbox'];

/** Links that only administrators have. */
const linksOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link')
    .filter({ hasText: /^(Voices|Devices|Outbox)$/ });
const storedOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('user_role'));
const isFor = (path: string) => (request: Request) => new URL(request.url()).pathname === `/api/${path}`;
/** Until this call has failed, or was answered. */
const settled = (page: Page, path: string) =>
  Promise.race([page.waitForEvent('requestfailed', isFor(path)), page.waitForEvent('requestfinished', isFor(path))]);

test('the stored role shows at once, and is corrected when user info has answered', async ({
  fixtures,
  open,
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/${INFO}`, async (route) => {
    await held;
    await route.continue();
  });
  const admin = await fixtures.admin();
  const asked = page.waitForRequest(`**/api/${INFO}`);
  await open({ ...admin, role: 'user' }, '/home');
  await expect(page.getByRole('heading', { name: /^Hello, Person/ })).toBeVisible();
  await expect(linksOf(page)).toHaveText(OF_USER);
  release();
  await expect(linksOf(page)).toHaveText(OF_ADMIN);
  expect(await storedOf(page)).toBe('admin');
  expect((await asked).postDataJSON()).toEqual({ userId: admin.id, admin_user_key: admin.key });
});

for (const [what, reply] of [
  ['cannot be reached', 'failed'],
  ['breaks', { status: 500, json: {} }],
  ['refuses', { status: 403, json: { error: 'No', code: 'forbidden' } }],
] as const) {
  test(`where user info ${what} the list of users tells the role; where that fails, too, it stays`, async ({
    fixtures,
    open,
    page,
  }) => {
    const admin = await fixtures.admin();
    const mend = await mockResponse(page, INFO, reply);
    await open({ ...admin, role: 'user' }, '/home');
    await expect(linksOf(page)).toHaveText(OF_ADMIN);
    expect(await storedOf(page)).toBe('admin');

    await waitUntilLive(page);
    const mendList = await mockResponse(page, LIST, reply);
    const refused = settled(page, 'admin/users');
    // At once, since an answer that is still on its way would store the role again.
    await page.evaluate(() => {
      sessionStorage.setItem('user_role', 'user');
      location.reload();
    });
    await refused;
    await expect(page.getByRole('heading', { name: /^Hello, Person/ })).toBeVisible();
    await expect(linksOf(page)).toHaveText(OF_USER);
    await expect(page.getByText('You are signed in as Audio Controller.')).toBeVisible();
    expect(await storedOf(page)).toBe('user');

    await Promise.all([mend(), mendList()]);
    await page.reload();
    await expect(linksOf(page)).toHaveText(OF_ADMIN);
  });
}

test('a user whose role cannot be learned keeps their own: the list is not for them', async ({
  fixtures,
  open,
  page,
}) => {
  await mockResponse(page, INFO, { status: 500, json: {} });
  const list = page.waitForResponse('**/api/admin/users*');
  await open(await fixtures.user(), '/home');
  expect((await list).status()).toBe(403);
  await expect(page.getByRole('heading', { name: /^Hello, Person/ })).toBeVisible();
  await expect(linksOf(page)).toHaveText(OF_USER);
  expect(await storedOf(page)).toBe('user');
});
