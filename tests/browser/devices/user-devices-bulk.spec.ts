import type { Page } from '@playwright/test';
import { createCompany, createGroup } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';

const PLACE = '/settings?tab=devices';
const barOf = (page: Page) => page.getByRole('region', { name: 'Selection' });
const cardsOf = (page: Page) => page.getByRole('article', { name: /^Device/ });

test(
  'people select their own devices, and tag, place and group them',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const person = await fixtures.user();
    await Promise.all(Array.from({ length: 14 }, () => fixtures.device({ user_id: person.id })));
    const main = await createCompany(stack, { user_id: person.id });
    await createCompany(stack, { below: main, name: 'Own shop', type: 'Company' });
    await createGroup(stack, { user_id: person.id, name: 'Own group' });
    const stranger = await fixtures.user();
    await createCompany(stack, { user_id: stranger.id, name: 'Shop of a stranger' });
    await open(person, PLACE);
    await expect(cardsOf(page)).toHaveCount(12);
    await page.getByRole('checkbox', { name: 'Select page' }).check();
    await expect(barOf(page)).toContainText('12 devices selected');
    await page.getByRole('button', { name: 'Select all 14 matching devices' }).click();
    await expect(barOf(page)).toContainText('14 devices selected');
    for (const name of ['Mode', 'Owner']) await expect(barOf(page).getByRole('button', { name })).toHaveCount(0);

    const change = async (action: string, title: string, fill: () => Promise<void>): Promise<void> => {
      await barOf(page).getByRole('button', { name: action }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await fill();
      await dialog.getByRole('button', { name: 'Change 14 devices' }).click();
      await expect(dialog).toBeHidden();
    };
    await change('Tags', 'Change the tags of 14 devices', async () => {
      const added = page.getByRole('combobox', { name: 'Tags to add' });
      await added.fill('mine');
      await added.press('Enter');
    });
    await expect(cardsOf(page).filter({ hasText: 'mine' })).toHaveCount(12);
    await change('Place', 'Move 14 devices to a place', async () => {
      await page.getByRole('dialog').getByRole('combobox', { name: 'Place' }).fill('shop');
      await expect(page.getByRole('option', { name: /shop/i })).toHaveCount(1);
      await page.getByRole('option', { name: /Own shop/ }).click();
    });
    await expect(cardsOf(page).filter({ hasText: 'Bound' })).toHaveCount(12);
    await change('Group', 'Add 14 devices to a group', async () => {
      await page.getByRole('combobox', { name: 'Group' }).selectOption('Own group');
    });
  },
);

test(
  'people send a command in waves to their own devices, and see the run',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const person = await fixtures.user();
    const [device] = await Promise.all([1, 2].map(() => fixtures.device({ user_id: person.id })));
    const client = await fixtures.connect(device!);
    await open(person, PLACE);
    await page.getByRole('checkbox', { name: `Select ${device!.serial}` }).check();
    await barOf(page).getByRole('button', { name: 'Command' }).click();
    const form = page.getByRole('dialog', { name: 'Command for 1 selected device' });
    await expect(form.getByText('1 device: 1 online, 0 offline')).toBeVisible();
    await form.getByRole('combobox', { name: 'Command' }).selectOption('Clear cache');
    await form.getByRole('button', { name: 'Send to 1 device' }).click();
    const run = page.getByRole('dialog', { name: 'Clear cache in waves' });
    await expect(run.getByText('0 of 1 device')).toBeVisible();
    const { correlation_id } = await client.nextCommand();
    await client.respond({ correlation_id, result: { freed_bytes: 1, removed_files: 1 } });
    await expect(run.getByText('Finished')).toBeVisible();
    await expect(page).toHaveURL(/open=commands/);
    await run.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('link', { name: 'Clear cache' })).toHaveCount(1);
  },
);
