import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../support/test.ts';

const tabOf = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const switchOf = (page: Page, name: string): Locator => page.getByRole('switch', { name });
/** Clicks the label, which is the larger target. */
const turn = (page: Page, name: string): Promise<void> => page.locator('label', { hasText: name }).click();
const choiceOf = (page: Page, group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true });

test('settings save by themselves, are taken back, and hold in all browsers', async ({ fixtures, open, page }) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Me · Belfry');
  await expect(switchOf(page, 'Auto-save')).toBeChecked();
  await turn(page, 'Auto-save');
  await expect(switchOf(page, 'Auto-save')).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(switchOf(page, 'Auto-save')).toBeChecked();
  await choiceOf(page, 'Session timeout', '8 hours').click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Ada of Harbour');
  await name.press('Enter');
  await expect(page.getByText('Saved').first()).toBeVisible();
  await choiceOf(page, 'Theme', 'Light').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await choiceOf(page, 'Clock', '12 hours').click();
  await expect(page.getByRole('radio', { name: '12 hours' })).toBeChecked();
  await expect(name).toHaveValue('Ada of Harbour');
  await expect(page.getByRole('radio', { name: '8 hours' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Sign-ins' })).toContainText(/\d\s(am|pm)/);
});

test('the specified settings have their tabs, which the address names', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/settings');
  await expect(page).toHaveTitle('All settings · Belfry');
  await expect(page.getByRole('tab')).toHaveText(['General', 'Security', 'System', 'Voices', 'Devices', 'API']);
  await tabOf(page, 'API').focus();
  await page.keyboard.press('ArrowUp');
  await expect(tabOf(page, 'Devices')).toBeFocused();
  await expect(page).toHaveURL(/\/settings\?tab=devices$/);
  await expect(page.getByRole('button', { name: 'Add Device' }).first()).toBeVisible();
  await tabOf(page, 'Voices').click();
  await expect(page.getByText('No Favorite Voices Yet')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Add Device' }).first()).toBeVisible();
  await tabOf(page, 'General').click();
  await choiceOf(page, 'Language', 'Русский').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
  await choiceOf(page, 'Язык', 'Смешанный').click();
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
