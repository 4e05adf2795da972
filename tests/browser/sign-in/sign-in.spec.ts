import type { Page } from '@playwright/test';
import { createUser } from '../../support/factories.ts';
import { connectionOf } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

const SESSION_KEYS = ['Authorization', 'user_key', 'admin_user_key', 'user_id', 'user_role'];
const LOGIN = '**/api/auth/login';
const WRONG_PER_ADDRESS = 10;

const emailOf = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const passwordOf = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const submitOf = (page: Page) => page.getByRole('button', { name: /^(Sign In|Logging in\.\.\.)$/ });
const errorOf = (page: Page) => page.getByRole('alert');

async function fill(page: Page, email: string, password: string): Promise<void> {
  await emailOf(page).fill(email);
  await passwordOf(page).fill(password);
}
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key)])));

test('signs in, stores the session, and opens the requested page', async ({ fixtures, page }) => {
  const admin = await fixtures.admin();
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
});

test('the form names the first invalid field, and shows every error with the input kept', async ({
  fixtures,
  page,
}) => {
  await page.goto('/login');
  await test.step('names the first invalid field and focuses it', async () => {
    await expect(emailOf(page)).toBeFocused();
    await submitOf(page).click();
    await expect(errorOf(page)).toHaveText('Email is required');
    await expect(emailOf(page)).toBeFocused();
    await fill(page, 'nobody@', '');
    await submitOf(page).click();
    await expect(errorOf(page)).toHaveText('Please enter a valid email address');
    await expect(emailOf(page)).toHaveAttribute('aria-invalid', 'true');
    await emailOf(page).fill('nobody@belfry.test');
    await expect(emailOf(page)).not.toHaveAttribute('aria-invalid', 'true');
    await passwordOf(page).fill('   ');
    await submitOf(page).click();
    await expect(errorOf(page)).toHaveText('Password is required');
    await expect(passwordOf(page)).toBeFocused();
  });

  await test.step('a wrong password and an unknown email address show the same error and keep the input', async () => {
    const user = await fixtures.user();
    for (const email of [user.email, 'nobody@belfry.test']) {
      await fill(page, email, 'Not-it-1');
      await submitOf(page).click();
      await expect(errorOf(page)).toHaveText('Invalid email or password');
      await expect(emailOf(page)).toHaveValue(email);
      await expect(passwordOf(page)).toHaveValue('Not-it-1');
    }
    expect(await stored(page)).not.toHaveProperty('user_key');
  });

  await test.step('shows a specific text for every error of the server', async () => {
    await fill(page, 'somebody@belfry.test', 'Secret-1');
    const cases: [
      text: string,
      answer: Parameters<Parameters<Parameters<Page['route']>[1]>[0]['fulfill']>[0] | null,
    ][] = [
      [
        'Server returned invalid response. Status: 502. Response: <h1>Bad',
        { status: 502, body: '<h1>Bad gateway</h1>' },
      ],
      ['Login failed with status 500', { status: 500, json: {} }],
      [
        'The database is resting',
        { status: 503, json: { error: 'The database is resting', code: 'database_unavailable' } },
      ],
      ['user_key not found in response', { status: 200, json: { id: 1, role: 'user' } }],
      ['Network error: Unable to connect to the server. Please check your internet connection and try again.', null],
    ];
    for (const [text, answer] of cases) {
      await page.route(LOGIN, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await submitOf(page).click();
      await expect(errorOf(page)).toContainText(text);
      await page.unroute(LOGIN);
    }
  });
});

test('an unknown path shows the sign-in page, which shows why an account is denied access', async ({ stack, page }) => {
  await page.goto('/no/such/place');
  await expect(submitOf(page)).toBeVisible();
  const cases = [
    [{ email_confirm: false }, /confirm your email/],
    [{ blocked: true }, /blocked/],
  ] as const;
  for (const [state, words] of cases) {
    const user = await createUser(stack, state);
    await page.goto('/login');
    await fill(page, user.email, user.password);
    await submitOf(page).click();
    await expect(errorOf(page)).toHaveText(words);
  }
});

test('shows that it waits, sends one request, and can show the password', async ({ fixtures, page }) => {
  const user = await fixtures.user();
  let sent = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(LOGIN, async (route) => {
    sent += 1;
    await answered;
    await route.continue();
  });
  await page.goto('/login');
  await fill(page, user.email, user.password);
  for (const type of ['text', 'password']) {
    await page.getByRole('button', { name: 'Show or hide the password' }).click();
    await expect(page.locator('input[autocomplete="current-password"]')).toHaveAttribute('type', type);
  }
  await submitOf(page).click();
  await expect(submitOf(page)).toHaveText('Logging in...');
  await expect(submitOf(page)).toBeDisabled();
  await passwordOf(page).press('Enter');
  answer();
  await expect(page).toHaveURL(/\/home$/);
  expect(sent).toBe(1);
});

test('after too many wrong passwords the error shows what to do', async ({ fixtures, page }) => {
  const user = await fixtures.user();
  await page.goto('/login');
  await fill(page, user.email, 'Not-it-1');
  const tryOnce = async (): Promise<number> => {
    const answered = page.waitForResponse(LOGIN);
    await submitOf(page).click();
    return (await answered).status();
  };
  for (let tries = 0; tries < WRONG_PER_ADDRESS; tries += 1) expect(await tryOnce()).toBe(401);
  expect(await tryOnce()).toBe(429);
  await expect(errorOf(page)).toHaveText(/Too many attempts/);
});

test('signing out revokes the key, clears the session and shows the sign-in page', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
  await page.getByRole('button', { name: /^Account: User/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const session = await stored(page);
  for (const key of SESSION_KEYS) expect(session).not.toHaveProperty(key);
  expect((await stack.get('/api/users/info', { key: user.key })).status).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login$/);
});

test('a key that is revoked elsewhere ends the session, and signing in returns to the page', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const admin = await fixtures.admin();
  await open(admin, '/devices?status=offline');
  await expect(page.getByRole('heading', { name: 'Admin Devices' })).toBeVisible();
  await stack.delete('/api/auth/session', { key: admin.key });
  await expect(page.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible();
  await fill(page, admin.email, admin.password);
  await submitOf(page).click();
  await expect(page).toHaveURL(/\/devices\?status=offline$/);
});
