import { topics } from '@belfry/schemas/mqtt/topics';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { createUser } from '../support/factories.ts';
import { devicesPath } from '../browser/support/pages/devices-page.ts';
import { waitForSubscription } from '../browser/support/subscriptions.ts';
import { screenTest } from './support/screen-test.ts';
import { expect } from '../browser/support/test.ts';

/** The screens of a signed-in account, each with as much content as possible. Home with content is among the screens of the fleet. */
screenTest('the home page of a new user', async ({ page, fixtures, open, check }) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await expect(page.getByRole('heading', { name: 'Set up' })).toBeVisible();
  await check('home without devices');

  const profile = page.getByRole('region', { name: 'My Profile' });
  await profile.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Country' }).click();
  await expect(page.getByRole('option', { name: 'Albania' })).toBeVisible();
  await check('profile, editing');

  await page.keyboard.press('Escape');
  await profile.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await check('two-factor setup');
});

screenTest('the pages for a new password', async ({ page, fixtures, open, check }) => {
  await open(await fixtures.user(), '/password');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await check('password in the shell');

  await page.goto('/change-password');
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
  await check('change password');

  await page.goto('/devices');
  await expect(page.getByText(/^Access Denied/)).toBeVisible();
  await check('access denied');
});

screenTest('help and messages', async ({ page, open, fixtures, stack, check }) => {
  const { email } = await createUser(stack, { email_confirm: false });
  await stack.call(registrationHttp.resendEmail, null, { email });
  await open(await fixtures.admin(), '/help');
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await check('help');

  await page.goto(`/activity?view=messages&q=${email}`);
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toBeVisible();
  await check('messages');
  await row.getByRole('link').click();
  // As plain text, since axe cannot run in the sandboxed frame of an email.
  await page.getByText('Plain text').click();
  await expect(page.getByRole('dialog').getByText('Written')).toBeVisible();
  await check('a message');
});

screenTest('the settings, tab by tab', async ({ page, open, fixtures, check }) => {
  await open(await fixtures.user(), '/settings');
  await page.locator('label', { hasText: 'Auto-save' }).click();
  await check('settings, general');
  for (const [name, content] of [
    ['Security', 'Session timeout'],
    ['System', 'Log level'],
    ['Voices', 'No Favorite Voices Yet'],
    ['Devices', 'No Devices Found'],
    ['API', 'There are no keys yet.'],
  ] as const) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByText(content).first()).toBeVisible();
    await check(`settings, ${name}`);
  }
});

screenTest('a sign-in over the page whose session has ended', async ({ page, open, fixtures, stack, check }) => {
  const [admin, root] = [await fixtures.admin(), await fixtures.root()];
  const { serial } = await fixtures.device();
  await open(admin, devicesPath(fixtures.sharedEmail, `&edit=${serial}`));
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Typed before the end');
  await waitForSubscription(page, topics.userEvents(admin.id));
  await stack.call(userChangesHttp.block, root, { userId: admin.id, blocked: true });
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toContainText('What you typed is still here.');
  await check('sign-in over a form');
});
