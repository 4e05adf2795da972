import { createCompany } from '../../support/factories.ts';
import { pngImage } from '../../support/images.ts';
import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/keyboard.ts';
import { editAll, formOf, press, rowOf } from '../support/pages/element-form-page.ts';
import { expect, test } from '../support/test.ts';

const RIGA = { latitude: 56.95, longitude: 24.11 };
const SIZES = [
  { width: 1440, height: 900 },
  { width: 350, height: 740 },
] as const;

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, { tag: viewport.width === 1440 ? [] : ['@full'] }, () => {
    test.use({ viewport });

    test('a place is put on the map with the keyboard, joins its neighbour, and gets a floor plan with its device', async ({
      fixtures,
      open,
      page,
      stack,
    }) => {
      const user = await fixtures.user();
      const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
      const shop = await createCompany(stack, { below: main, name: 'Shop 1', type: 'Element', ...RIGA });
      const till = await createCompany(stack, { below: shop, name: 'Tills', type: 'Company' });
      const door = await createCompany(stack, { below: till, name: 'Door', type: 'Device' });
      const { serial } = await fixtures.device({ user_id: user.id, company_id: door.company_id });
      await createCompany(stack, { below: main, name: 'Shop 2', type: 'Element' });
      await open(user, `/navigation?company=${main.company_id}`);

      // Typed, then moved with the arrow keys.
      // On a narrow screen a row has its buttons once it is chosen.
      await rowOf(page, 'Shop 2,').getByText('Shop 2').click();
      await editAll(page, 'Shop 2');
      const coordinates = formOf(page).getByRole('textbox', { name: 'Coordinates' });
      await coordinates.fill('Riga');
      await press(page, 'Save Changes');
      await expect(formOf(page).getByText('Enter latitude and longitude, such as 56.95, 24.11')).toBeVisible();
      await coordinates.fill('N 56,95 E 24,11');
      await press(page, 'Place on the map');
      const picker = page.getByRole('dialog', { name: 'Where Shop 2 is' });
      await expect(picker.getByText('Coordinates: 56.95, 24.11')).toBeVisible();
      await expectAccessible(page, { within: '[role=dialog]:last-of-type' });
      await tabTo(page, picker.getByRole('button', { name: /^Marker at / }));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(picker.getByText(/Coordinates: 56\.95\d*, 24\.11[1-9]/)).toBeVisible();
      await picker.getByRole('button', { name: 'Use this place' }).click();
      await expect(coordinates).toHaveValue(/^56\.95\d*, 24\.11[1-9]/);
      await press(page, 'Save Changes');
      await expect(formOf(page)).toBeHidden();

      // Far away both shops are one cluster; nearer they are two markers.
      await page.getByText('Map', { exact: true }).click();
      const map = page.getByRole('region', { name: 'Map of Chain' });
      await expect(map).toBeVisible();
      await map.scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Show the whole earth' }).click();
      const cluster = map.getByRole('button', { name: '2 places, 1 device, 1 offline' });
      await expect(cluster).toBeVisible();
      await expect(cluster).toContainText('1 offline');
      await expect(page.getByRole('list', { name: '2 places' }).getByRole('button')).toHaveText([
        /Shop 1.*1 offline/,
        /Shop 2.*no devices/,
      ]);
      await expectAccessible(page);
      await cluster.focus();
      await page.keyboard.press('Enter');
      const marker = map.getByRole('button', { name: 'Shop 1, 1 device, 1 offline' });
      await expect(marker).toBeVisible();
      await expect(page).toHaveURL(/[?&]at=56\.9/);
      await marker.focus();
      await page.keyboard.press('Enter');
      const card = page.getByRole('region', { name: 'Shop 1', exact: true });
      await expect(card.getByRole('heading', { name: 'Shop 1' })).toBeFocused();
      await expect(card.getByRole('list', { name: 'Devices of Shop 1' })).toHaveText(/Door/);
      await expect(card.getByRole('link', { name: 'Alarms' })).toHaveAttribute(
        'href',
        `/activity?view=alarms&node=${shop.company_id}`,
      );

      await card.getByRole('button', { name: 'Floor plan' }).click();
      const plan = page.getByRole('dialog', { name: 'Floor plan of Shop 1' });
      const image = { name: 'plan.png', mimeType: 'image/png', buffer: pngImage(400, 300) };
      await plan.locator('input[type=file]').setInputFiles(image);
      await expect(plan.getByRole('img', { name: 'Floor plan of Shop 1' })).toBeVisible();
      await plan.getByRole('button', { name: 'Place Door' }).click();
      const mark = plan.getByRole('button', { name: /^Door, Offline/ });
      await expect(mark).toBeFocused();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('ArrowUp');
      await expect(mark).toHaveAccessibleName('Door, Offline, 55 % from the left, 49 % from the top');
      await expectAccessible(page, { within: '[role=dialog]' });
      await plan.getByRole('button', { name: 'Save the plan' }).click();
      await expect(plan.getByRole('button', { name: 'Discard changes' })).toBeDisabled();
      const stored = stack.db
        .selectFrom('floor_plan_devices as p')
        .innerJoin('devices as d', 'd.device_id', 'p.device_id')
        .select(['d.serial', 'p.x', 'p.y'])
        .where('p.company_id', '=', shop.company_id);
      await expect.poll(() => stored.execute()).toEqual([{ serial, x: 0.55, y: 0.49 }]);
      await page.keyboard.press('Escape');
      await expect(plan).toBeHidden();

      await card.getByRole('button', { name: 'Show in the tree' }).click();
      await expect(rowOf(page, 'Shop 1,')).toBeVisible();
    });

    test(
      'the wall shows the map alone, where its address says',
      { tag: '@full' },
      async ({ fixtures, open, page, stack }) => {
        const user = await fixtures.user();
        const main = await createCompany(stack, { user_id: user.id, name: 'Chain', ...RIGA });
        await createCompany(stack, {
          below: main,
          name: 'Far shop',
          type: 'Company',
          latitude: -33.9,
          longitude: 151.2,
        });
        await open(user, `/navigation?company=${main.company_id}&view=map&wall=map&at=56.95,24.11,9`);
        const wall = page.getByRole('dialog', { name: 'Map of Chain' });
        await expect(wall.getByRole('list', { name: 'States of all devices' })).toHaveText(/0 with alarms.*0 online/);
        await expect(wall.getByRole('button', { name: 'Chain, 0 devices, no devices' })).toBeVisible();
        await expect(wall.getByRole('button', { name: /^Far shop/ })).toHaveCount(0);
        await expectAccessible(page, { within: '[role=dialog]' });
        // Nobody moves anything for a while.
        const leave = wall.getByRole('button', { name: 'Leave the wall' });
        await expect(leave).toHaveCSS('opacity', '0');
        await page.mouse.move(100, 300);
        await expect(leave).toHaveCSS('opacity', '1');
        await leave.click();
        await expect(wall).toBeHidden();
        await expect(page).toHaveURL(/at=56\.95%2C24\.11%2C9$/);
      },
    );
  });
}
