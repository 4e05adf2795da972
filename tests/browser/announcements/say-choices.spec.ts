import { createCompany, createGroup } from '../../support/factories.ts';
import { choosePlace } from '../support/pages/where-field.ts';
import { expect, test } from '../support/test.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';

test(
  'a message of the library is spoken to a group without a device that is excepted',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
    const hall = await createCompany(stack, { below: main, name: 'Hall' });
    const yard = await createCompany(stack, { below: main, name: 'Yard' });
    const device = await fixtures.device({ user_id: user.id, company_id: hall.company_id });
    await fixtures.device({ user_id: user.id, company_id: yard.company_id });
    await fixtures.simulate(device, { apiUrl: stack.url });
    await createGroup(stack, { user_id: user.id, name: 'Tills', devices: [hall, yard] });
    const message = { name: 'Closing', variants: [{ language: 'en', text: 'We close soon' }], chime: 'ding_dong' };
    await stack.call(messagesHttp.create, user, { ...message });

    await open(user, '/say');
    await page.getByRole('textbox', { name: 'What' }).fill('closing');
    await page.getByRole('option', { name: /^Closing/ }).click();
    await expect(page.getByRole('region', { name: 'Chosen: Closing' })).toContainText('English');
    await page.getByRole('button', { name: 'Remove Chain' }).click();
    await choosePlace(page, 'Tills');
    await expect(page.getByText('1 of 2 will hear it')).toBeVisible();
    const where = page.getByRole('combobox', { name: 'Where', exact: true });
    await where.fill('Till');
    await expect(page.getByRole('option', { name: /^Tills/ })).toBeVisible();
    await where.fill('');
    await page
      .getByRole('option', { name: /^Tills/ })
      .getByRole('presentation')
      .click();
    await page.getByRole('option', { name: /^Yard/ }).last().click();
    await expect(page.getByRole('button', { name: 'Remove Tills' })).toBeVisible();
    await expect(page.getByText('Tills – all but Chain / Yard')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Speak/ }).click();
    const result = page.getByRole('region', { name: 'What became of it' });
    await expect(result).toContainText('1 of 1', { timeout: 60_000 });
  },
);
