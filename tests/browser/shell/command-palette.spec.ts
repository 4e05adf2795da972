import type { Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import { waitUntilLive } from '../support/pages/devices-page.ts';
import { countStory } from '../support/story-figures.ts';
import { expect, test } from '../support/test.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Quick find' });
const searchOf = (page: Page) => paletteOf(page).getByRole('combobox', { name: 'What to find' });
const optionsOf = (page: Page) => paletteOf(page).getByRole('option');

test('a place is found by its name from anywhere, and a sentence chooses what is said there', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const chain = await createCompany(stack, { user_id: user.id, name: 'Brightwater' });
  const north = await createCompany(stack, { below: chain, name: 'North' });
  const harbour = await createCompany(stack, { below: north, name: 'Harbour Market' });
  const entrance = await createCompany(stack, { below: harbour, name: 'Entrance' });
  await fixtures.device({ user_id: user.id, company_id: entrance.company_id });
  await open(user, '/library');
  // The page listens for the keys shortly after it is first shown.
  await waitUntilLive(page);
  const figures = await countStory(page, 'A place is found by Ctrl+K');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(searchOf(page)).toBeFocused();
  await page.keyboard.type('nor harb');
  await expect(optionsOf(page).first()).toContainText('Harbour Market');
  await expect(optionsOf(page).first()).toContainText('Brightwater / North');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/places/${harbour.company_id}$`));
  await expect(paletteOf(page)).toBeHidden();
  expect((await figures()).clicks).toBe(0);

  await page.keyboard.press('ControlOrMeta+k');
  await searchOf(page).fill('say dinner is ready to harb');
  await expect(optionsOf(page)).toHaveText([/^Say “dinner is ready” at Harbour Market/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/say\?/);
  await expect(page.getByRole('button', { name: /^Remove .*Harbour Market/ })).toBeVisible();
});

test(
  'an administrator finds pages, loudspeakers and people by keyboard',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const admin = await fixtures.admin();
    const device = await fixtures.device();
    await open(admin, '/home');
    await waitUntilLive(page);

    await page.keyboard.press('ControlOrMeta+k');
    await expect(searchOf(page)).toBeFocused();
    await page.keyboard.type('activ');
    await expect(optionsOf(page)).toHaveText([/^Activity/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/activity$/);

    await page.getByRole('button', { name: /^Quick find/ }).click();
    await searchOf(page).fill(device.serial);
    await expect(optionsOf(page).first()).toContainText(device.serial);
    await searchOf(page).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Loudspeaker' });
    await expect(drawer).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/places\\?view=loudspeakers&speaker=${device.serial}$`));
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    await page.keyboard.press('ControlOrMeta+k');
    await searchOf(page).fill(admin.email);
    await optionsOf(page).filter({ hasText: admin.email }).click();
    await expect(page).toHaveURL(new RegExp(`/settings/people\\?open=${admin.id}`));
    const person = page.getByRole('dialog', { name: admin.email });
    await expect(person).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(person).toBeHidden();
    // While a dialog closes, it has keys of its own.
    await expect(page.locator('[aria-modal="true"]')).toHaveCount(0);
    // The second key counts within a second of the first, and a busy machine takes longer between them.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('l')]);
    await expect(page).toHaveURL(/\/library$/);
  },
);
