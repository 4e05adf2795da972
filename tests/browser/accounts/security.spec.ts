import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { cardOf } from '../support/pages/home-page.ts';
import { retryAfter } from '../support/pages/devices-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import type { Stack } from '../../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { requestsTo, mockResponse } from '../support/requests.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Signs in without the browser, and returns the key. */
const signInElsewhere = async (api: Stack, credentials: { email: string; password: string }): Promise<string> =>
  (await api.call(authHttp.signIn, null, credentials)).body.user_key;

test('sign-ins are listed and can be ended', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { email, password } = user;
  const [second, third, fourth] = [
    await signInElsewhere(stack, { email, password }),
    await signInElsewhere(stack, { email, password }),
    await signInElsewhere(stack, { email, password }),
  ];
  const status = async (key: string): Promise<number> => (await stack.call(usersHttp.profile, { key })).status;
  await open(user, '/home');
  const card = cardOf(page, 'Sign-ins');
  const rows = card.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('This one');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('127.0.0.1');
  await expect(rows.nth(1)).toContainText(/Since \d+ \w{3,4} 20\d\d, .+, last used now/);
  await rows
    .nth(1)
    .getByRole('button', { name: /^End the sign-in/ })
    .click();
  await expect(rows).toHaveCount(3);
  const statuses = await Promise.all([second, third, fourth].map(status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 401]);

  await card.getByRole('button', { name: 'End all others' }).click();
  await dialogOf(page).getByRole('button', { name: 'End', exact: true }).click();
  await expect(rows).toHaveCount(1);
  expect(await Promise.all([second, third, fourth].map(status))).toEqual([401, 401, 401]);
  expect(await status(user.key)).toBe(200);
});

test(
  'errors of the cards of sign-in are shown; closing the setup before its end changes nothing',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const failed = { status: 500, json: {} };
    await signInElsewhere(stack, { email: user.email, password: user.password });
    const undoSessions = await mockResponse(page, `${requestsTo(sessionsHttp.list)}?*`, failed);
    const undoTwoFactor = await mockResponse(page, requestsTo(twoFactorHttp.read), failed);
    await open(user, '/home');
    const card = cardOf(page, 'Two-factor sign-in');

    await test.step('errors of loading or ending sign-ins are shown', async () => {
      const signIns = cardOf(page, 'Sign-ins');
      await expect(signIns.getByText('Your sign-ins could not be loaded')).toBeVisible();
      await retryAfter(page, signIns.getByRole('button', { name: 'Retry' }), undoSessions);
      await mockResponse(page, requestsTo(sessionsHttp.end, { id: '*' }), failed);
      const messageShown = await watchForMessage(page, 'The sign-in could not be ended', 'alert');
      await signIns.getByRole('button', { name: /^End the sign-in/ }).click();
      await messageShown();
      await expect(signIns.getByRole('listitem')).toHaveCount(2);
    });

    await test.step('errors of loading or enabling two-factor sign-in are shown', async () => {
      await expect(card.getByText('Two-factor sign-in could not be loaded')).toBeVisible();
      await retryAfter(page, card.getByRole('button', { name: 'Retry' }), undoTwoFactor);
      await card.getByRole('button', { name: 'Set up' }).click();
      const undo = await mockResponse(page, requestsTo(twoFactorHttp.enrol), failed);
      await dialogOf(page).getByLabel('Password', { exact: true }).fill(user.password);
      await page.keyboard.press('Enter');
      await expect(dialogOf(page).getByText('That did not work. Please try again.')).toBeVisible();
      await undo();
    });

    await test.step('closing the setup before its end changes nothing', async () => {
      await dialogOf(page).getByLabel('Password', { exact: true }).press('Enter');
      await expect(dialogOf(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toBeHidden();
      await expect(card.getByRole('button', { name: 'Set up' })).toBeFocused();
      await page.reload();
      await expect(card).toContainText('Off');
    });
  },
);

test('two-factor sign-in can be enabled with an app, is required, and can be disabled with a recovery code', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  await open(user, '/home');
  const card = cardOf(page, 'Two-factor sign-in');
  await expect(card).toContainText('Off');
  await card.getByRole('button', { name: 'Set up' }).click();
  const password = dialogOf(page).getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByText('Password is required')).toBeVisible();
  await password.fill('Not-it-1');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByText(/incorrect/)).toBeVisible();
  await password.fill(user.password);
  await page.keyboard.press('Enter');

  await expect(dialogOf(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const key = await dialogOf(page)
    .getByRole('button', { name: /^Copy / })
    .textContent();
  const totp = new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) });
  const boxes = dialogOf(page).getByRole('textbox');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByText('Please enter the complete 6-digit code')).toBeVisible();
  const right = totp.generate();
  await page.keyboard.type(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
  await expect(dialogOf(page).getByRole('alert')).toBeVisible();
  for (let box = 0; box < 6; box += 1) await page.keyboard.press('Backspace');
  await boxes.first().focus();
  await page.keyboard.type(totp.generate());

  const codes = dialogOf(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(codes).toHaveCount(10);
  const download = page.waitForEvent('download');
  await dialogOf(page).getByRole('button', { name: 'Save as file' }).click();
  expect((await download).suggestedFilename()).toBe('belfry-recovery-codes.txt');
  await dialogOf(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(card).toContainText('10 recovery codes left');

  const { body } = await stack.call(authHttp.signIn, null, { email: user.email, password: user.password });
  expect(body).toMatchObject({ two_factor_required: true });

  await card.getByRole('button', { name: 'New recovery codes' }).click();
  await password.fill(user.password);
  await page.keyboard.press('Enter');
  await expect(codes).toHaveCount(10);
  await expect(codes.first()).not.toHaveText(recovery);
  const renewed = (await codes.first().textContent()) ?? '';
  await dialogOf(page).getByRole('button', { name: 'I have saved them' }).click();

  await card.getByRole('button', { name: 'Turn off' }).click();
  await password.fill(user.password);
  await dialogOf(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(dialogOf(page).getByText('Please enter the code')).toBeVisible();
  await dialogOf(page).getByLabel('Code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(
    dialogOf(page)
      .getByText(/code/i)
      .filter({ hasText: /invalid|wrong|incorrect/i }),
  ).toBeVisible();
  await dialogOf(page).getByLabel('Code').fill(renewed);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await expect(card).toContainText('Off');
});
