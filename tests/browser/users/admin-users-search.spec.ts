import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { createUser } from '../../support/factories.ts';
import { tableOf, usersPath } from '../support/pages/users-page.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo } from '../support/requests.ts';

test(
  'the rows of the previous search are dimmed until those of the next one are there',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const mark = String(fixtures.sharedEmail.split('@')[0]);
    for (const name of ['Anna', 'Zoe']) await createUser(stack, { name: `${name} ${mark}` });
    await open(await fixtures.root(), usersPath(mark));
    const rows = tableOf(page).locator('tbody');
    await expect(rows.getByRole('row')).toHaveCount(2);
    await expect(rows).toHaveCSS('opacity', '1');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`${requestsTo(usersAdminHttp.list)}?*q=Zoe*`, async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Search' }).fill(`Zoe ${mark}`);
    await expect(rows).toHaveCSS('opacity', '0.6');
    await expect(rows.getByRole('row')).toHaveCount(2);
    release();
    await expect(rows.getByRole('row')).toHaveCount(1);
    await expect(rows).toHaveCSS('opacity', '1');
  },
);
