import type { Page } from '@playwright/test';
import { connectionOf } from '../../support/pages/devices-page.ts';
import { expect, test } from '../../support/test.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';

const SESSION_KEYS = ['Authorization', 'user_key', 'admin_user_key', 'user_id', 'user_role'];

const emailOf = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const passwordOf = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const submitOf = (page: Page) => page.getByRole('button', { name: 'Sign In' });

async function fill(page: Page, email: string, password: string): Promise<void> {
  await emailOf(page).fill(email);
  await passwordOf(page).fill(password);
}
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key)])));

test(
  'an unknown path shows the sign-in page; a sign-in stores the session, and opens the requested page',
  { tag: '@smoke' },
  async ({ fixtures, page }) => {
    const admin = await fixtures.admin();
    await page.goto('/no/such/place');
    await expect(submitOf(page)).toBeVisible();
    await page.goto('/devices?status=online');
    await expect(page).toHaveURL(/\/login$/);
    await fill(page, admin.email.toUpperCase(), admin.password);
    await passwordOf(page).press('Enter');
    await expect(page).toHaveURL(/\/devices\?status=online$/);
    await expect(page.getByRole('heading', { name: 'Admin Devices' })).toBeVisible();
    const session = await stored(page);
    expect(Object.keys(session)).toEqual(expect.arrayContaining(SESSION_KEYS));
    expect(session).toMatchObject({ user_id: String(admin.id), user_role: 'admin' });
    expect(session['Authorization']).toBe(session['user_key']);
    expect(session['admin_user_key']).toBe(session['user_key']);
    await expect(connectionOf(page)).toHaveText('Live');
  },
);

test(
  'signing out revokes the key, clears the session and shows the sign-in page',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await open(user, '/home');
    await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
    await page.getByRole('button', { name: /^Account: User/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    const session = await stored(page);
    for (const key of SESSION_KEYS) expect(session).not.toHaveProperty(key);
    expect((await stack.call(usersHttp.profile, user)).status).toBe(401);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  'a key that is revoked elsewhere ends the session, and signing in returns to the page',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const admin = await fixtures.admin();
    await open(admin, '/devices?status=offline');
    await expect(page.getByRole('heading', { name: 'Admin Devices' })).toBeVisible();
    await stack.call(authHttp.signOut, admin);
    await expect(page.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible();
    await fill(page, admin.email, admin.password);
    await submitOf(page).click();
    await expect(page).toHaveURL(/\/devices\?status=offline$/);
  },
);
