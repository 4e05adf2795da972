import type { Locator, Page } from '@playwright/test';
import { createEmergencyHall } from '../support/product/places.ts';
import { watchFor } from '../support/watch-for.ts';
import { countStory } from '../support/story-figures.ts';
import { expect, test } from '../support/test.ts';

const buttonOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Emergency', exact: true });
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Emergency' });

/** Presses a tile for as long as it must be held. */
async function hold(page: Page, tile: Locator): Promise<void> {
  await tile.hover();
  await page.mouse.down();
  await expect(dialogOf(page)).toBeHidden();
  await page.mouse.up();
}

test(
  'an emergency is started by holding its tile, repeats with counts on every screen, and ends by "All clear"',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    await open(await createEmergencyHall(stack, fixtures), '/say');
    await buttonOf(page).click();
    const dialog = dialogOf(page);
    // The only place is chosen, and what is said of it is true.
    await expect(dialog.getByRole('button', { name: 'Chain', pressed: true })).toBeVisible();
    await expect(dialog.getByText('1 of 1 loudspeaker would hear it now')).toBeVisible();
    await hold(page, dialog.getByRole('button', { name: /^Fire/ }));

    const banner = page.getByRole('alert').filter({ hasText: 'Emergency: Fire' });
    await expect(banner).toContainText('Heard by 1 of 1 loudspeaker', { timeout: 60_000 });
    await page.goto('/settings');
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: 'All clear' }).click();
    await expect(banner).toBeHidden();
    await page.goto('/activity?view=said');
    await expect(page.getByRole('listitem').filter({ hasText: 'Fire' })).toContainText('1 of 1');
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
    const dialog = page.getByRole('dialog', { name: 'Тревога' });
    await page.getByRole('button', { name: 'Тревога', exact: true }).press('Enter');
    await dialog.getByRole('switch', { name: 'Учебная' }).press('Space');
    const tile = dialog.getByRole('button', { name: /^Fire.*учение/ });
    await expect(tile).toBeEnabled();
    await tile.focus();
    const held = await watchFor(page.locator('body'), { selector: 'output', text: 'Продолжайте удерживать' });
    await page.keyboard.down('Enter');
    await held();
    await expect(dialog).toBeHidden();
    await page.keyboard.up('Enter');
    const banner = page.getByRole('alert').filter({ hasText: 'Учебная тревога: Fire' });
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: 'Отбой' }).press('Enter');
    await expect(banner).toBeHidden();
  },
);

test('who has prepared no emergency message has no button', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/say');
  await expect(page.getByRole('button', { name: 'Speak' })).toBeVisible();
  await expect(buttonOf(page)).toBeHidden();
});

test(
  'on a phone an emergency that began from the sheet of Say is not below that sheet',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(await createEmergencyHall(stack, fixtures), '/home');
    await page.getByRole('navigation').getByRole('link', { name: /^Say/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Say' });
    // Who only looks at the emergencies finds what was typed as it was.
    const text = sheet.getByRole('textbox', { name: 'What' });
    const repeats = sheet.getByRole('combobox', { name: 'How often' });
    await text.fill('Lunch is ready');
    await repeats.click();
    await page.getByRole('option', { name: '2 times' }).click();
    await sheet.getByRole('button', { name: 'Emergency', exact: true }).click();
    await expect(sheet).toBeHidden();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('navigation').getByRole('link', { name: /^Say/ }).click();
    await expect(text).toHaveText('Lunch is ready');
    await expect(repeats).toHaveValue('2 times');
    await sheet.getByRole('button', { name: 'Emergency', exact: true }).click();
    await hold(page, dialogOf(page).getByRole('button', { name: /^Fire/ }));
    await expect(sheet).toBeHidden();
    const banner = page.getByRole('alert').filter({ hasText: 'Emergency: Fire' });
    await banner.getByRole('button', { name: 'All clear' }).click();
    await expect(banner).toBeHidden();
  },
);

test('on a phone a long press on Say leads to the emergencies, in one view', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(await createEmergencyHall(stack, fixtures), '/library');
  const say = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /^Say/ });
  await expect(say).toHaveAccessibleName('Say. Hold it for emergencies');
  const figures = await countStory(page, 'The emergencies on a phone');
  await say.hover();
  await page.mouse.down();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('button', { name: /^Fire/ })).toBeEnabled();
  expect((await figures()).clicks).toBe(1);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/library$/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  // It is also the first row of what a short press opens.
  await say.click();
  const sheet = page.getByRole('dialog', { name: 'Say', exact: true });
  await expect(sheet.getByRole('combobox', { name: 'Where' })).toBeVisible();
  // A phone that is turned keeps what was typed.
  const text = sheet.getByRole('textbox', { name: 'What' });
  await text.fill('Lunch is ready');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(text).toHaveText('Lunch is ready');
  await page.setViewportSize({ width: 390, height: 844 });
  await sheet.getByRole('button', { name: 'Emergency', exact: true }).click();
  const fire = dialog.getByRole('button', { name: /^Fire/ });
  await expect(fire).toBeEnabled();
  for (const shown of [
    dialog.getByText('1 of 1 loudspeaker would hear it now'),
    dialog.getByText('Will not hear it now: nobody'),
    fire,
    dialog.getByRole('button', { name: /^All clear/ }),
    dialog.getByText('It is played once and marked as a drill.'),
    dialog.getByRole('button', { name: 'Other places' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 });
  expect(await dialog.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
  await hold(page, fire);
  await expect(page.getByRole('alert').filter({ hasText: 'Emergency: Fire' })).toBeVisible();
});
