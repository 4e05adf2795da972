import { createCompany } from '../../support/factories.ts';
import { cardOf, cardsOf, devicesPath, filtersOf } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

test(
  'version, last seen and company narrow the list, are part of the URL, and are reset',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const main = await createCompany(stack, { user_id: user.id, name: `Chain of ${fixtures.sharedEmail}` });
    const hall = await createCompany(stack, { below: main, type: 'Device', name: 'Hall' });
    const bound = await fixtures.device({ user_id: user.id, company_id: hall.company_id });
    const online = await fixtures.connect(await fixtures.device());
    await online.status({ device_version: '77.1' });
    const admin = await fixtures.admin();
    const versions = () => stack.call(devicesHttp.versions, admin).then(({ body }) => JSON.stringify(body));
    await expect.poll(versions, 'the choice of versions is read once').toContain('77.1');
    await open(admin, devicesPath(fixtures.sharedEmail));
    await expect(cardsOf(page)).toHaveCount(2);

    const filters = filtersOf(page);
    await filters.getByRole('combobox', { name: 'Company' }).fill(`chain of ${fixtures.sharedEmail}`);
    await page.getByRole('option', { name: `Chain of ${fixtures.sharedEmail}`, exact: true }).click();
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardOf(page, bound.serial)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`company_id=${main.company_id}`));
    await page.reload();
    await expect(filters.getByRole('combobox', { name: 'Company' })).toHaveValue(`Chain of ${fixtures.sharedEmail}`);
    await expect(cardsOf(page)).toHaveCount(1);
    await filters.getByLabel('Last seen').selectOption('never');
    await expect(page).toHaveURL(/seen=never/);
    await expect(cardOf(page, bound.serial)).toBeVisible();

    await filters.getByRole('button', { name: 'Reset Filters' }).click();
    await expect(page).toHaveURL(/\/devices$/);
    await filters.getByLabel('Version').selectOption('77.1');
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardOf(page, online.serial)).toBeVisible();
  },
);
