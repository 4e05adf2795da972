import type { Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import { topics } from '@belfry/schemas/mqtt/topics';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { requestsTo } from '../support/requests.ts';

const listOf = (page: Page) => page.getByRole('region', { name: 'Main Companies' });
const treeOf = (page: Page) => page.getByRole('region', { name: 'Tree', exact: true });
const rowsOf = (page: Page) => listOf(page).locator('tr[data-company]');
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
const namesOf = (page: Page) => rowsOf(page).locator('td:first-child button > span:last-child').allInnerTexts();
const choose = (page: Page, name: string) => rowOf(page, name).getByRole('button').click();
const toolOf = (page: Page, name: string) => listOf(page).getByRole('button', { name, exact: true });
const formOf = (page: Page, name: string) => page.getByRole('form', { name });
const subtitleOf = (page: Page) => page.getByRole('heading', { level: 1 }).locator('+ p');
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('lastSelectedCompany'));

/** From the first company to none, against the real server. */
test('a user creates, finds, edits, copies and deletes main companies', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/navigation');
  await expect(listOf(page)).toContainText('No Companies Found');
  await expect(treeOf(page)).toBeHidden();
  await listOf(page).getByRole('button', { name: 'Add Company' }).last().click();
  const add = formOf(page, 'Add Company');
  await expect(add.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(add).toContainText('Name is required');
  await page.keyboard.type('Café Kyiv and much more of the river');
  await expect(add.getByRole('textbox', { name: 'Name' })).toHaveValue('Café Kyiv and m');
  await add.getByRole('textbox', { name: 'Description' }).fill('By the river');
  await page.keyboard.press('Escape');
  await expect(add).toBeHidden();
  await expect(toolOf(page, 'Add Company').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(add.getByRole('textbox', { name: 'Name' })).toHaveValue('Café Kyiv and m');
  await add.getByRole('button', { name: 'Add', exact: true }).click();

  await expect(rowOf(page, 'Café Kyiv')).toHaveAttribute('data-selected', 'true');
  await expect(subtitleOf(page)).toHaveText('Café Kyiv and m');
  await expect(treeOf(page)).toBeVisible();
  await expect(treeOf(page).getByText('Café Kyiv and m').first()).toBeVisible();
  await expect.poll(() => kept(page)).not.toBeNull();
  const id = await kept(page);
  await expect(page).toHaveURL(new RegExp(`[?&]company=${id}(&|$)`));

  await toolOf(page, 'Edit').click();
  const edit = formOf(page, 'Edit Company');
  await expect(toolOf(page, 'Delete')).toBeHidden();
  await edit.getByRole('textbox', { name: 'Name' }).fill('Alpha');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await toolOf(page, 'Edit').click();
  await expect(edit.getByRole('textbox', { name: 'Name' })).toHaveValue('Café Kyiv and m');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Alpha');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Alpha')).toContainText('By the river');
  await expect(treeOf(page).getByText('Alpha').first()).toBeVisible();

  await toolOf(page, 'Details').click();
  const details = page.getByRole('dialog', { name: 'Edit Main Company' });
  await details.getByRole('textbox', { name: 'Name' }).fill('Alpha of the great river');
  await details.getByRole('combobox', { name: 'Continent' }).click();
  await page.getByRole('option', { name: 'Europe' }).click();
  await details.getByRole('combobox', { name: 'Country' }).fill('Ukra');
  await page.getByRole('option', { name: 'Ukraine' }).click();
  await details.getByRole('button', { name: 'Choose an emblem' }).click();
  await page.getByRole('combobox', { name: 'Search emblems' }).fill('bakery');
  await page.keyboard.press('Enter');
  await expect(details.getByRole('textbox', { name: 'Emblem' })).toHaveValue('🍞');
  await details.getByRole('textbox', { name: 'Emblem' }).fill('🌊');
  await details.getByRole('button', { name: 'Save Changes' }).click();
  await expect(rowOf(page, '🌊')).toContainText('Alpha of the great river');
  await toolOf(page, 'Details').click();
  await expect(details.getByRole('combobox', { name: 'Country' })).toHaveValue('Ukraine');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(toolOf(page, 'Details')).toBeFocused();

  await toolOf(page, 'Duplicate').click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowsOf(page).nth(1)).toHaveAttribute('data-selected', 'true');
  await expect.poll(() => kept(page)).not.toBe(id);

  await page.reload();
  await expect(rowsOf(page).nth(1)).toHaveAttribute('data-selected', 'true');
  await expect(treeOf(page).getByText('Alpha of the great river').first()).toBeVisible();
  await toolOf(page, 'Delete').click();
  const question = page.getByRole('dialog', { name: /^Delete Alpha of the great river/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await toolOf(page, 'Delete').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(treeOf(page)).toBeHidden();
  await expect(subtitleOf(page)).toHaveText('Trees Organization');
  await expect.poll(() => kept(page)).toBeNull();
  await expect(page).toHaveURL(({ search }) => search === '');
});

test(
  'companies are ordered by size, can be searched, and follow changes from elsewhere',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const forest = await createCompany(stack, { user_id: user.id, name: 'Forest', description: 'Under the trees' });
    await createCompany(stack, { user_id: user.id, name: 'Bay' });
    await createCompany(stack, { user_id: user.id, name: 'Arbour' });
    for (let nested = 0; nested < 5; nested++) await createCompany(stack, { below: forest });
    await createCompany(stack, { user_id: (await fixtures.user()).id, name: 'Of somebody else' });
    await open(user, `/navigation?company=${forest.company_id}`);
    await expect(rowsOf(page)).toHaveCount(3);
    expect(await namesOf(page)).toEqual(['Forest', 'Arbour', 'Bay']);
    await expect(rowOf(page, 'Forest')).toContainText('5 nested companies');
    await expect(rowOf(page, 'Forest').locator('[data-tier]')).toHaveAttribute('data-tier', '1');
    await expect(rowOf(page, 'Bay')).toContainText('No nested companies');
    await expect(rowOf(page, 'Bay')).toContainText('No description');
    await expect(toolOf(page, 'Duplicate')).toBeVisible();
    await expect(toolOf(page, 'Delete')).toBeHidden();
    await rowOf(page, 'Forest').getByRole('button').hover();
    await expect(page.getByRole('tooltip', { name: 'Current tree' })).toBeVisible();
    await listOf(page).getByText('Tree', { exact: true }).hover();
    await expect(page.getByRole('tooltip', { name: 'Sorted by nested companies count, descending' })).toBeVisible();
    await rowOf(page, 'Bay').hover();
    await expect(page.getByRole('tooltip', { name: 'Show company tree' })).toBeVisible();

    await listOf(page).getByPlaceholder('Search companies...').fill('TREES');
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]q=TREES/);
    await listOf(page).getByRole('textbox', { name: 'Search' }).fill('nobody has this');
    await expect(listOf(page)).toContainText('No Companies Found');
    await expect(listOf(page)).toContainText('No company matches your search.');
    await listOf(page).getByRole('button', { name: 'Clear search' }).last().click();
    await expect(rowsOf(page)).toHaveCount(3);

    await waitForSubscription(page, topics.userEvents(user.id));
    const { body: added } = await stack.call(companyChangesHttp.addMain, user, { name: 'Zebra' });
    await expect(rowOf(page, 'Zebra')).toBeVisible();
    // Another tab deletes the company while its form is open here.
    await choose(page, 'Zebra');
    await expect(rowOf(page, 'Zebra')).toHaveAttribute('data-selected', 'true');
    await toolOf(page, 'Edit').click();
    await stack.call(companyChangesHttp.remove, user, { company_id: added.company_id });
    await expect(rowOf(page, 'Zebra')).toBeHidden();
    await expect(subtitleOf(page)).toHaveText('Trees Organization');

    await page.evaluate(() => sessionStorage.removeItem('user_id'));
    await page.reload();
    await expect(page.getByText('No user selected')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  'a list of hundreds of companies renders only the visible ones',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { company_id } = await createCompany(stack, { user_id: user.id, name: 'Needle' });
    await page.route(requestsTo(companiesHttp.listMain), async (route) => {
      const [needle] = await (await route.fetch()).json();
      const others = Array.from({ length: 2_000 }, (_, index) => ({
        ...needle,
        company_id: 1_000_000 + index,
        name: `Straw ${index}`,
        subcompany_count: 2_000 - index,
      }));
      await route.fulfill({ json: [...others, needle] });
    });
    await open(user, `/navigation?company=${company_id}`);
    // The last selected one is scrolled into view, at the end of the list.
    await expect(rowOf(page, 'Needle')).toBeInViewport();
    await expect(listOf(page).getByRole('table')).toHaveAttribute('aria-rowcount', '2002');
    expect(await rowsOf(page).count()).toBeLessThan(40);
    await expect(rowOf(page, 'Needle')).not.toHaveAttribute('data-highlighted');
    // The list is one tab stop; its own keys move inside it.
    await listOf(page).getByText('Tree', { exact: true }).first().focus();
    await page.keyboard.press('Tab');
    await expect(rowOf(page, 'Needle').getByRole('button')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rowOf(page, 'Straw 1999').getByRole('button')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(rowsOf(page).first().getByRole('button')).toBeFocused();
    await expect(rowsOf(page).first()).toContainText('Straw 0');
    await expect(rowsOf(page).first()).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('Tab');
    await expect(toolOf(page, 'Edit')).toBeFocused();
  },
);
