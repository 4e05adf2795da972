import type { Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import { drawerOf, waitUntilLive } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Quick find' });
const searchOf = (page: Page) => paletteOf(page).getByRole('combobox', { name: 'What to find' });
const optionsOf = (page: Page) => paletteOf(page).getByRole('option');

test(
  'an administrator finds pages, devices, companies, users and voices by keyboard',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const admin = await fixtures.admin();
    const device = await fixtures.device({ note: 'Palette hall' });
    const company = await createCompany(stack, { user_id: admin.id, name: 'Palette bakery' });
    await open(admin, '/home');
    // The page listens for the keys shortly after it is first shown.
    await waitUntilLive(page);

    await page.keyboard.press('ControlOrMeta+k');
    await expect(searchOf(page)).toBeFocused();
    await page.keyboard.type('outb');
    await expect(optionsOf(page)).toHaveText(['Outbox']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/outbox$/);
    await expect(paletteOf(page)).toBeHidden();

    await page.keyboard.press('ControlOrMeta+k');
    await searchOf(page).fill('palette');
    await expect(optionsOf(page)).toContainText(['Palette hall', 'Palette bakery']);
    await searchOf(page).press('ArrowDown');
    await expect(optionsOf(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await searchOf(page).press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(drawerOf(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/devices\\?(.*&)?device=${device.serial}`));
    await page.keyboard.press('Escape');
    await expect(drawerOf(page)).toBeHidden();

    await page.getByRole('button', { name: 'Quick find' }).click();
    await searchOf(page).fill('palette b');
    await optionsOf(page).filter({ hasText: 'Palette bakery' }).click();
    await expect(page).toHaveURL(new RegExp(`/navigation\\?company=${company.company_id}`));

    await page.keyboard.press('ControlOrMeta+k');
    await searchOf(page).fill(admin.email);
    await optionsOf(page).filter({ hasText: admin.email }).click();
    await expect(page).toHaveURL(new RegExp(`/admin\\?info=${admin.id}`));
  },
);
