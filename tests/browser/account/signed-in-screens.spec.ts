import type { Page } from '@playwright/test';
import { createUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import type { Fixtures, FixtureUser } from '../support/fixtures.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { expect, test } from '../support/test.ts';

type Screen = { page: Page; fixtures: Fixtures; stack: Stack; open(person: FixtureUser, path: string): Promise<void> };

/** The screens of a signed-in account, each with as much content as possible. Home is among the screens of the fleet. */
const screens: Record<string, (screen: Screen) => Promise<void>> = {
  async 'profile, editing'({ page, fixtures, open }) {
    await open(await fixtures.user(), '/home');
    await page.getByRole('region', { name: 'My Profile' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('combobox', { name: 'Country' }).click();
    await expect(page.getByRole('option', { name: 'Albania' })).toBeVisible();
  },
  async 'two-factor setup'({ page, fixtures, open }) {
    const user = await fixtures.user();
    await open(user, '/home');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  },
  async 'password in the shell'({ page, fixtures, open }) {
    await open(await fixtures.user(), '/password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Current password is required')).toBeVisible();
  },
  async help({ page, fixtures, open }) {
    await open(await fixtures.admin(), '/help');
    await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  },
  async outbox({ page, open, fixtures, stack }) {
    const { email } = await createUser(stack, { email_confirm: false });
    await stack.post('/api/auth/resend/email', { body: { email } });
    await open(await fixtures.admin(), '/outbox');
    await expect(page.getByRole('list', { name: 'Outbox' }).getByText(email)).toBeVisible();
  },
  async 'message of the outbox'({ page, open, fixtures, stack }) {
    const { email } = await createUser(stack, { email_confirm: false });
    await stack.post('/api/auth/resend/email', { body: { email } });
    await open(await fixtures.admin(), `/outbox?q=${email}`);
    await page.getByRole('list', { name: 'Outbox' }).getByRole('button').click();
    // As plain text, since axe cannot run in the sandboxed frame of an email.
    await page.getByText('Plain text').click();
    await expect(page.getByRole('dialog').getByText('Written')).toBeVisible();
  },
};

for (const [name, show] of Object.entries(screens)) {
  test(`${name}: passes axe and fits the width, in dark and light, on desktop, tablet and phone`, async ({
    page,
    fixtures,
    open,
    stack,
  }, { project }) => {
    await followSystemTheme(page);
    await show({ page, fixtures, open, stack });
    await expectAccessibleLayout(page, name, project.outputDir);
  });
}
