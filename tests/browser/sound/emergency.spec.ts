import type { Locator, Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import type { Fixtures, FixtureUser } from '../support/fixtures.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

const FIRE = {
  name: 'Fire',
  variants: [
    { language: 'en', text: 'Please leave the building' },
    { language: 'de', text: 'Bitte verlassen Sie das Gebäude' },
  ],
  chime: 'alarm',
  emergency: true,
};

/** A person with an emergency message, and a hall with a simulated device. */
async function createHall(stack: Stack, fixtures: Fixtures): Promise<FixtureUser> {
  const user = await fixtures.user();
  await stack.post('/api/messages', { key: user.key, body: FIRE });
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const hall = await createCompany(stack, { below: main, name: 'Hall' });
  const device = await fixtures.device({ user_id: user.id, company_id: hall.company_id });
  await fixtures.simulate(device, { apiUrl: stack.url });
  return user;
}

const holdButtonOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Emergency. Hold for two seconds' });

test('an emergency is started by holding the button, repeats with counts on every screen, and ends by "All clear"', async ({
  fixtures,
  open,
  page,
  stack,
}, { outputDir }) => {
  await followSystemTheme(page);
  await open(await createHall(stack, fixtures), '/say');
  const dialog = page.getByRole('dialog', { name: 'Emergency' });
  await holdButtonOf(page).click();
  await holdButtonOf(page).hover();
  await page.mouse.down();
  await expect(dialog).toBeVisible();
  await page.mouse.up();
  const start = dialog.getByRole('button', { name: 'Start the emergency' });
  await expect(dialog.getByRole('radio', { name: 'Fire' })).toBeChecked();
  await expect(start).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Chain' }).check();
  await expectAccessibleLayout(page, 'emergency dialog', outputDir);
  await page.setViewportSize({ width: 1440, height: 900 });
  await start.click();
  await expect(dialog).toBeHidden();

  const banner = page.getByRole('alert').filter({ hasText: 'Emergency: Fire' });
  await expect(banner).toContainText('Heard by 1 of 1 device, offline: 0', { timeout: 60_000 });
  await expectAccessibleLayout(page, 'emergency banner', outputDir);
  await page.goto('/settings');
  await expect(banner).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await banner.getByRole('button', { name: 'All clear' }).click();
  await expect(banner).toBeHidden();
  await page.goto('/say?tab=history');
  await expect(page.getByRole('main').getByRole('button', { name: /Fire.*Emergency/s })).toContainText('Stopped');
});

test('a drill is started and ended by keyboard, in Russian', async ({ fixtures, open, page, stack }, { outputDir }) => {
  await followSystemTheme(page);
  await page.addInitScript(() => {
    if (globalThis.origin !== 'null') localStorage.setItem('language', JSON.stringify('ru'));
  });
  await open(await createHall(stack, fixtures), '/say');
  const button = page.getByRole('button', { name: 'Тревога. Удерживайте две секунды' });
  const dialog = page.getByRole('dialog', { name: 'Тревога' });
  await button.focus();
  const held = await watchFor(page.locator('body'), { selector: 'output', text: 'Продолжайте удерживать' });
  await page.keyboard.down('Enter');
  await held();
  await expect(dialog).toBeVisible();
  await page.keyboard.up('Enter');
  await dialog.getByRole('checkbox', { name: 'Chain' }).press('Space');
  await dialog.getByRole('switch', { name: 'Учебная' }).press('Space');
  await expectAccessibleLayout(page, 'drill dialog, Russian', outputDir);
  await dialog.getByRole('button', { name: 'Начать учебную тревогу' }).press('Enter');
  await expect(dialog).toBeHidden();
  const banner = page.getByRole('alert').filter({ hasText: 'Учебная тревога: Fire' });
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Отбой' }).press('Enter');
  await expect(banner).toBeHidden();
});

test('who has prepared no emergency message has no button', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/say');
  await expect(page.getByRole('button', { name: 'Speak' })).toBeVisible();
  await expect(holdButtonOf(page)).toBeHidden();
});
