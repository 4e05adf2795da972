import type { Page } from '@playwright/test';
import type { FixtureUser } from '../support/fixtures.ts';
import { expect, test } from '../support/test.ts';
import type { Stack } from '../../support/stack.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Schedules' }).getByRole('listitem').filter({ hasText: name });

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
  'an owner plans something, sees its next times, and manages it',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await addPlaces(stack, user);
    await open(user, '/calendar?view=list');
    await page.getByRole('link', { name: 'Plan…' }).first().click();
    const form = page.getByRole('form', { name: 'Plan something' });
    await form.getByRole('button', { name: 'Plan', exact: true }).click();
    await expect(form.getByText('Please enter a name')).toBeVisible();
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toBeFocused();

    await form.getByRole('combobox', { name: 'Message' }).fill('opening');
    await page.keyboard.press('Enter');
    // A plan is called as what it plays until somebody says otherwise.
    await expect(name).toHaveValue('Opening hours');
    await name.fill('Opening bell');
    await form.getByLabel('Date and time').fill('2035-01-01T08:00');
    await form.getByRole('combobox', { name: 'Repeats' }).selectOption('weekly');
    await form.getByText('Fri', { exact: true }).click();
    // The only place is chosen already.
    await expect(form.getByRole('button', { name: 'Remove Riga shops' })).toBeVisible();
    const runs = form.getByRole('list', { name: 'Next times' }).getByRole('listitem');
    await expect(runs).toHaveCount(10);
    await expect(runs.nth(1)).toHaveText('Fri, 5 Jan 2035, 08:00');
    await form.getByRole('button', { name: 'Plan', exact: true }).click();

    const row = rowOf(page, 'Opening bell').first();
    await expect(row).toContainText('Every week: Mon, Fri, 08:00');
    await row.hover();
    await row.getByRole('button', { name: 'More: Opening bell' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const copy = rowOf(page, 'Opening bell (copy)');
    await expect(copy).toContainText('Disabled');
    await copy.getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: /select/i });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await bar.getByRole('button', { name: 'Delete' }).first().click();
    await expect(copy).toHaveCount(0);
    await row.getByRole('link', { name: 'Opening bell' }).click();
    const edit = page.getByRole('form', { name: 'Edit Opening bell' });
    await edit.getByRole('button', { name: /^More/ }).click();
    await edit.getByRole('combobox', { name: 'Priority' }).selectOption('9');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
    await page.reload();
    await row.getByRole('link', { name: 'Opening bell' }).click();
    await edit.getByRole('button', { name: /^More/ }).click();
    await expect(edit.getByRole('combobox', { name: 'Priority' })).toHaveValue('9');
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
    await open(user, `/calendar?open=plan:${added.body.id}`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mine');
    await stack.call(schedulesHttp.change, user, { id: added.body.id, name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Now: Theirs')).toBeVisible();
    await expect(name).toHaveValue('Mine');
  },
);
