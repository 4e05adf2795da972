import type { Page } from '@playwright/test';
import type { FixtureUser } from '../support/fixtures.ts';
import { choosePlace } from '../support/pages/where-field.ts';
import { expect, test } from '../support/test.ts';
import type { Stack } from '../../support/stack.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader').getByText(name, { exact: true }) });

/** A main company and a message of the user. */
async function addPlaces(stack: Stack, { key }: FixtureUser): Promise<number> {
  const company = await stack.call(companyChangesHttp.addMain, { key }, { name: 'Riga shops' });
  const message = await stack.call(
    messagesHttp.create,
    { key },
    { name: 'Opening hours', variants: [{ language: 'en-US', text: 'We are open at {place}' }] },
  );
  expect([company.status, message.status]).toEqual([201, 201]);
  return company.body.company_id;
}

test(
  'an owner creates a schedule, sees its next runs, and manages it',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await addPlaces(stack, user);
    await open(user, '/schedule?tab=manage');
    await page.getByRole('button', { name: 'Create Schedule' }).click();
    await expect(page).toHaveURL(/tab=create/);
    const form = page.getByRole('form', { name: 'Create Schedule' });
    await form.getByRole('button', { name: 'Create Schedule' }).click();
    await expect(form.getByText('Please enter a name')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();

    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Opening bell');
    await form.getByRole('combobox', { name: 'Message' }).fill('opening');
    await page.keyboard.press('Enter');
    await form.getByLabel('Date and time').fill('2035-01-01T08:00');
    await form.getByRole('combobox', { name: 'Repeats' }).selectOption('weekly');
    await form.getByText('Fri', { exact: true }).click();
    await choosePlace(form, 'Riga shops');
    const runs = form.getByRole('list', { name: 'Next runs' }).getByRole('listitem');
    await expect(runs).toHaveCount(10);
    await expect(runs.nth(1)).toHaveText('Fri, Jan 5, 2035, 08:00');
    await form.getByRole('button', { name: 'Create Schedule' }).click();

    const row = rowOf(page, 'Opening bell');
    await expect(row).toContainText('Every week: Mon, Fri, 08:00');
    await row.getByRole('button', { name: 'Duplicate: Opening bell' }).click();
    const copy = rowOf(page, 'Opening bell (copy)');
    await expect(copy.getByRole('switch')).not.toBeChecked();
    await copy.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(copy).toHaveCount(0);
    await row.getByRole('button', { name: 'Edit: Opening bell' }).click();
    await page.getByRole('combobox', { name: 'Priority' }).selectOption('9');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row).toBeVisible();
    await page.reload();
    await row.getByRole('button', { name: 'Edit: Opening bell' }).click();
    await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('9');
  },
);

test(
  'an edit that somebody else has overtaken shows both values',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const company = await addPlaces(stack, user);
    const body = { name: 'Night', action: { type: 'silence' }, starts_at: '2035-01-01T22:00', duration_minutes: 60 };
    const added = await stack.call(schedulesHttp.create, user, { ...body, targets: { nodes: [company] } });
    await open(user, `/schedule?tab=create&edit=${added.body.id}`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mine');
    await stack.call(schedulesHttp.change, user, { id: added.body.id, name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Now: Theirs')).toBeVisible();
    await expect(name).toHaveValue('Mine');
  },
);
