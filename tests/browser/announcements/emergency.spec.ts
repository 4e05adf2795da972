import type { Locator, Page } from '@playwright/test';
import { createEmergencyHall } from '../support/product/places.ts';
import { choosePlace } from '../support/pages/where-field.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

const holdButtonOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Emergency. Hold for two seconds' });

test(
  'an emergency is started by holding the button, repeats with counts on every screen, and ends by "All clear"',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    await open(await createEmergencyHall(stack, fixtures), '/say');
    const dialog = page.getByRole('dialog', { name: 'Emergency' });
    await holdButtonOf(page).click();
    await holdButtonOf(page).hover();
    await page.mouse.down();
    await expect(dialog).toBeVisible();
    await page.mouse.up();
    const start = dialog.getByRole('button', { name: 'Start the emergency' });
    await expect(dialog.getByRole('radio', { name: 'Fire' })).toBeChecked();
    await expect(start).toBeDisabled();
    await choosePlace(dialog, 'Chain');
    await start.click();
    await expect(dialog).toBeHidden();

    const banner = page.getByRole('alert').filter({ hasText: 'Emergency: Fire' });
    await expect(banner).toContainText('Heard by 1 of 1 device', { timeout: 60_000 });
    await page.goto('/settings');
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: 'All clear' }).click();
    await expect(banner).toBeHidden();
    await page.goto('/say?tab=history');
    await expect(page.getByRole('main').getByRole('button', { name: /Fire.*Emergency/s })).toContainText('Stopped');
  },
);

test(
  'a drill is started and ended by keyboard, in Russian',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    await page.addInitScript(() => {
      if (globalThis.origin !== 'null') localStorage.setItem('language', JSON.stringify('ru'));
    });
    await open(await createEmergencyHall(stack, fixtures), '/say');
    const button = page.getByRole('button', { name: 'Тревога. Удерживайте две секунды' });
    const dialog = page.getByRole('dialog', { name: 'Тревога' });
    await button.focus();
    const held = await watchFor(page.locator('body'), { selector: 'output', text: 'Продолжайте удерживать' });
    await page.keyboard.down('Enter');
    await held();
    await expect(dialog).toBeVisible();
    await page.keyboard.up('Enter');
    await choosePlace(dialog, 'Chain', 'Где');
    await dialog.getByRole('switch', { name: 'Учебная' }).press('Space');
    await dialog.getByRole('button', { name: 'Начать учебную тревогу' }).press('Enter');
    await expect(dialog).toBeHidden();
    const banner = page.getByRole('alert').filter({ hasText: 'Учебная тревога: Fire' });
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: 'Отбой' }).press('Enter');
    await expect(banner).toBeHidden();
  },
);

test('who has prepared no emergency message has no button', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/say');
  await expect(page.getByRole('button', { name: 'Speak' })).toBeVisible();
  await expect(holdButtonOf(page)).toBeHidden();
});
