import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { requiredSecondFactorHttp } from '@belfry/schemas/http/accounts/required-second-factor';
import type { Page } from '@playwright/test';
import { tabTo } from '../../support/keyboard.ts';
import { alertOf, fieldOf, passwordOf } from '../../support/pages/account-forms.ts';
import { createCompany } from '../../../support/factories.ts';
import { expect, test } from '../../support/test.ts';
import { byName, VirtualDevice } from '../../support/virtual-device.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });

/** Adds a passkey in the settings, which are open. */
async function addPasskey(page: Page, password: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialogOf(page).getByLabel('Password', { exact: true })).toBeFocused();
  await dialogOf(page).getByLabel('Name').fill(name);
  await dialogOf(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Opens the sign-in page in the same tab, as after signing out. */
async function openSignIn(page: Page, home: string): Promise<void> {
  await page.evaluate(() => {
    // The test has stored its session once, which this name says.
    for (const name of Object.keys(sessionStorage)) if (name !== 'test-session') sessionStorage.removeItem(name);
  });
  await page.goto(`${home}/login`);
}

async function signInWithPassword(page: Page, email: string, password: string): Promise<void> {
  await fieldOf(page, 'Email').fill(email);
  await passwordOf(page).fill(password);
  await page.keyboard.press('Enter');
}

test('a passkey is added, signs in without password, is the second step, and is refused once it was copied', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const home = byName(stack.url);
  const device = await VirtualDevice.connect(page);
  await open(user, `${home}/settings?tab=security`);
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  await test.step('it is added, with recovery codes the first time', async () => {
    await addPasskey(page, user.password, 'Story');
    await expect(dialogOf(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await dialogOf(page).getByRole('button', { name: 'I have saved them' }).click();
    await expect(passkeys).toHaveCount(1);
    await expect(passkeys.first()).toContainText(/Story.*not used yet/);
    expect(await device.count()).toBe(1);
  });

  await test.step('a device has one for each account', async () => {
    await addPasskey(page, user.password, 'Again');
    await expect(dialogOf(page).getByRole('alert')).toHaveText(/has a passkey of this account already/);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  });

  await test.step('it signs in without email and password, with the keyboard', async () => {
    await openSignIn(page, home);
    await expect(fieldOf(page, 'Email')).toBeFocused();
    await tabTo(page, passkeyButton(page));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home$/);
    expect(await page.evaluate(() => sessionStorage.getItem('user_id'))).toBe(String(user.id));
  });

  await test.step('it does not sign in without fingerprint, face or PIN', async () => {
    await device.verify(false);
    await openSignIn(page, home);
    await passkeyButton(page).click();
    await expect(alertOf(page)).toHaveText(/^No passkey was used/);
    await device.verify(true);
  });

  await test.step('it is the second step after the password', async () => {
    await signInWithPassword(page, user.email, user.password);
    await expect(fieldOf(page, 'Code')).toBeFocused();
    await passkeyButton(page).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step('a copy whose counter is behind is refused, and named in the list', async () => {
    await device.replaceByCopies(0);
    await openSignIn(page, home);
    await passkeyButton(page).click();
    await expect(alertOf(page)).toHaveText(/^This passkey does not work here/);
    const { body } = await stack.call(passkeysHttp.list, user);
    expect(body).toMatchObject([{ name: 'Story', set_aside_at: expect.any(String) }]);
  });
});

test('a passkey is refused on a page of another port', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  await VirtualDevice.connect(page);
  const replica = await stack.startReplica();
  try {
    // Browsers bind a passkey to the host, and leave the port to the server. The replica is configured for another one than its own.
    await open(user, `${byName(replica.url)}/settings?tab=security`);
    await addPasskey(page, user.password, 'Elsewhere');
    await expect(dialogOf(page).getByText(/^Passkeys of this console belong to another address/)).toBeVisible();
  } finally {
    await replica.stop();
  }
  expect((await stack.call(passkeysHttp.list, user)).body).toEqual([]);
});

test(
  'a passkey is offered among what the browser fills in',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const home = byName(stack.url);
    await VirtualDevice.connect(page, { inFields: true });
    await open(user, `${home}/settings?tab=security`);
    await addPasskey(page, user.password, 'Story');
    await dialogOf(page).getByRole('button', { name: 'I have saved them' }).click();
    await openSignIn(page, home);
    // Chromium's device chooses the passkey at once.
    await expect(page).toHaveURL(/\/home$/);
  },
);

test(
  'an organisation requires a second factor, which is set up at the next sign-in',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createCompany(stack, { user_id: user.id, name: 'Office' });
    const home = byName(stack.url);
    await VirtualDevice.connect(page);
    await open(user, `${home}/settings/organisation`);
    const required = page.getByRole('switch', { name: 'Second factor for everybody' });
    await page.locator('label', { hasText: 'Second factor for everybody' }).click();
    await expect(dialogOf(page)).toContainText('This concerns 1 person. 1 of them has none yet');
    await dialogOf(page).getByRole('button', { name: 'Require it' }).click();
    await expect(required).toBeChecked();
    expect((await stack.call(requiredSecondFactorHttp.read, user)).body).toMatchObject({ required: true });

    await openSignIn(page, home);
    await signInWithPassword(page, user.email, user.password);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await page.getByRole('button', { name: 'With a passkey of this device' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await openSignIn(page, home);
    await passkeyButton(page).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);
