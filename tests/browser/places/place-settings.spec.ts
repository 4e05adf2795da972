import { createCompany } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';

test(
  'quiet hours and responsible people of a place are edited and inherited below it',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
    const shop = await createCompany(stack, { below: main, name: 'Shop' });
    await open(user, `/navigation?company=${main.company_id}&do=details`);
    const details = page.getByRole('dialog', { name: 'Edit Main Company' });
    await details.getByRole('button', { name: 'Add quiet hours' }).click();
    await details.getByLabel('From').fill('21:30');
    await details.getByText('Sun', { exact: true }).click();
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details).toBeHidden();
    const effective = () => stack.call(companiesHttp.effectiveSettings, user, { company_id: shop.company_id });
    expect((await effective()).body.quiet_hours).toEqual({
      value: [{ from: '21:30', to: '07:00', days: [1, 2, 3, 4, 5, 6] }],
      source_company_id: main.company_id,
    });

    await page.getByRole('treeitem', { name: 'Shop' }).hover();
    await page.getByRole('button', { name: 'Edit Shop' }).click();
    await page.getByRole('button', { name: 'All settings' }).click();
    const form = page.getByRole('dialog', { name: /^Edit Shop/ });
    await expect(form.getByText('Inherited from Head office').first()).toBeVisible();
    await form.getByRole('button', { name: 'Responsible people' }).click();
    const people = page.getByRole('dialog', { name: 'Responsible people' });
    await people.getByRole('button', { name: 'Add a person' }).click();
    await people.getByRole('textbox', { name: 'Name' }).fill('Anna');
    await people.getByRole('button', { name: 'Save' }).click();
    await expect(people.getByText('Enter an email address or a phone number')).toBeVisible();
    await people.getByRole('textbox', { name: 'Email' }).fill('anna@x.test');
    await people.getByRole('button', { name: 'Save' }).click();
    await expect(people).toBeHidden();
    const stored = await stack.call(responsiblePeopleHttp.read, user, { company_id: shop.company_id });
    expect(stored.body.people).toMatchObject([{ name: 'Anna', email: 'anna@x.test' }]);
  },
);
