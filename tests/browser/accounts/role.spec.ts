import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { requestsTo, mockResponse } from '../support/requests.ts';

const OF_USER: string[] = [];
const OF_ADMIN = ['Devices', 'Voices'];

/** Links that only administrators see. */
const linksOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link')
    .filter({ hasText: /^(Voices|Devices)$/ });
const storedOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('user_role'));

test(
  'the role of the sign-in is used at once, and corrected when the profile is loaded',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(requestsTo(usersHttp.profile), async (route) => {
      await held;
      await route.continue();
    });
    const admin = await fixtures.admin();
    await open({ ...admin, role: 'user' }, '/home');
    await expect(page.getByText('You are signed in as Audio Controller.')).toBeVisible();
    await expect(linksOf(page)).toHaveText(OF_USER);
    release();
    await expect(linksOf(page)).toHaveText(OF_ADMIN);
    expect(await storedOf(page)).toBe('admin');
  },
);

test(
  'the role of the sign-in is kept while nothing that tells it can be loaded',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const admin = await fixtures.admin();
    // The list has a query.
    for (const pattern of [requestsTo(usersAdminHttp.read), `${requestsTo(usersAdminHttp.list)}*`])
      await mockResponse(page, pattern, { status: 500, json: {} });
    const mend = await mockResponse(page, requestsTo(usersHttp.profile), { status: 500, json: {} });
    const failed = page.waitForResponse(requestsTo(usersHttp.profile));
    await open({ ...admin, role: 'user' }, '/home');
    expect((await failed).status()).toBe(500);
    await expect(page.getByText('You are signed in as Audio Controller.')).toBeVisible();
    await expect(linksOf(page)).toHaveText(OF_USER);
    expect(await storedOf(page)).toBe('user');

    await mend();
    await page.reload();
    await expect(linksOf(page)).toHaveText(OF_ADMIN);
  },
);

test(
  'the role is that of the list of users while the profile cannot be loaded',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const admin = await fixtures.admin();
    for (const endpoint of [usersHttp.profile, usersAdminHttp.read])
      await mockResponse(page, requestsTo(endpoint), { status: 500, json: {} });
    await open({ ...admin, role: 'user' }, '/home');
    await expect(linksOf(page)).toHaveText(OF_ADMIN);
  },
);
