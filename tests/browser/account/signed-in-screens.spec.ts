import { createUser } from '../../support/factories.ts';
import { screenTest } from '../support/screen-story.ts';
import { expect } from '../support/test.ts';

/** The screens of a signed-in account, each with as much content as possible. Home with content is among the screens of the fleet. */
screenTest('the home page of a new user: passes axe and fits each width', async ({ page, fixtures, open, check }) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await expect(page.getByText('No devices found')).toBeVisible();
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

screenTest(
  'what a user changes and may not open: passes axe and fits each width',
  async ({ page, fixtures, open, check }) => {
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
  },
);

screenTest('help and outbox: passes axe and fits each width', async ({ page, open, fixtures, stack, check }) => {
  const { email } = await createUser(stack, { email_confirm: false });
  await stack.post('/api/auth/resend/email', { body: { email } });
  await open(await fixtures.admin(), '/help');
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await check('help');

  await page.goto('/outbox');
  await expect(page.getByRole('list', { name: 'Outbox' }).getByText(email)).toBeVisible();
  await check('outbox');

  await page.goto(`/outbox?q=${email}`);
  await page.getByRole('list', { name: 'Outbox' }).getByRole('button').click();
  // As plain text, since axe cannot run in the sandboxed frame of an email.
  await page.getByText('Plain text').click();
  await expect(page.getByRole('dialog').getByText('Written')).toBeVisible();
  await check('message of the outbox');
});
