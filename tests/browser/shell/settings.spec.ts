import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../support/test.ts';

const tabOf = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const switchOf = (page: Page, name: string): Locator => page.getByRole('switch', { name });
/** Clicks the label, which is the larger target. */
const turn = (page: Page, name: string): Promise<void> => page.locator('label', { hasText: name }).click();
const choiceOf = (page: Page, group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true });

test('settings are stored for all browsers', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Settings · Belfry');
  await expect(page.getByRole('tab')).toHaveText([
    'General',
    'Security',
    'Single sign-on',
    'System',
    'Voices',
    'Devices',
    'API',
  ]);
  await expect(switchOf(page, 'Auto-save')).toBeChecked();
  await turn(page, 'Auto-save');
  await expect(switchOf(page, 'Auto-save')).not.toBeChecked();
  await choiceOf(page, 'Theme', 'Light').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await tabOf(page, 'Security').click();
  await choiceOf(page, 'Session timeout', '8 hours').click();
  await expect(page.getByRole('radio', { name: '8 hours' })).toBeChecked();
  await tabOf(page, 'API').click();
  await expect(page.getByRole('heading', { name: 'Keys of programs' })).toBeVisible();

  await page.goto('/settings?tab=sign_on');
  await tabOf(page, 'Single sign-on').focus();
  await page.keyboard.press('ArrowUp');
  await expect(tabOf(page, 'Security')).toBeFocused();
  await expect(page).toHaveURL(/\/settings\?tab=security$/);
  await expect(page.getByRole('radio', { name: '8 hours' })).toBeChecked();
  await tabOf(page, 'General').click();
  await expect(switchOf(page, 'Auto-save')).not.toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await choiceOf(page, 'Language', 'Русский').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
  await choiceOf(page, 'Язык', 'Смешанный').click();

  await tabOf(page, 'Voices').click();
  await expect(page.getByText('No Favorite Voices Yet')).toBeVisible();
  await tabOf(page, 'Devices').click();
  await expect(page.getByRole('button', { name: 'Add Device' }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No Favorite Voices Yet')).toBeVisible();
  await tabOf(page, 'Security').click();
  await page.getByRole('link', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/password$/);
});

test('the two-factor switch turns on when the app is set up', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const user = await fixtures.user();
  await open(user, '/settings?tab=security');
  const toggle = switchOf(page, 'Two-factor sign-in');
  await expect(toggle).toBeEnabled();
  await expect(toggle).not.toBeChecked();
  await turn(page, 'Two-factor sign-in');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const secret = await dialog.getByRole('button', { name: /^Copy / }).textContent();
  const code = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll(' ', '')) }).generate();
  await expect(dialog.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused();
  await page.keyboard.type(code);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(toggle).toBeChecked();
  await turn(page, 'Two-factor sign-in');
  await expect(page.getByRole('dialog', { name: 'Turn off two-factor sign-in' })).toBeVisible();
});
