import { createCompany } from '../../support/factories.ts';
import { check, panelOf, rowOf, rowsOf } from '../support/pages/company-tree-page.ts';
import { expect, test } from '../support/test.ts';

test('a tree of ten thousand nodes renders few rows', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Everything' });
  const shops = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createCompany(stack, { below: main, type: 'Company', name: `Shop ${index + 1}` }),
    ),
  );
  const settings = { time_zone_utc: 180, default_language: 'ru', default_voice: 'ru-RU-Standard-A' };
  for (const shop of shops) {
    const devices = Array.from({ length: 500 }, (_, index) => ({
      name: `Device ${index + 1}`,
      type: 'Device' as const,
      parent_company_id: shop.company_id,
      main_company_id: main.company_id,
      level: 2,
      user_id: user.id,
      ...settings,
    }));
    await stack.db.insertInto('companies').values(devices).execute();
  }
  await open(user, `/navigation?company=${main.company_id}`);
  await expect(rowOf(page, 'Everything')).toBeVisible();
  expect(await rowsOf(page).count()).toBeLessThan(60);
  await check(page, 'Everything');
  await expect(panelOf(page)).toContainText('Selected Audio: 10,000');
  expect(await page.getByRole('listitem').count()).toBeLessThan(60);
  await rowOf(page, 'Everything').focus();
  await page.keyboard.press('End');
  await expect(rowsOf(page).last()).toBeFocused();
  await expect(rowsOf(page).last()).toHaveAttribute('aria-label', /^Device 500,/);
  expect(await rowsOf(page).count()).toBeLessThan(70);
  await page.keyboard.press('Space');
  await expect(panelOf(page)).toContainText('Selected Audio: 9,999');
});
