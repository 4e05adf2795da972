import type { Page } from '@playwright/test';
import { createCompany } from '../../support/factories.ts';
import { pngImage } from '../../support/images.ts';
import { dragBy, type Hand } from '../support/dragging.ts';
import { editAll, formOf, press, rowOf } from '../support/pages/element-form-page.ts';
import { expect, test } from '../support/test.ts';

const RIGA = { latitude: 56.95, longitude: 24.11 };
const VIEWS: readonly { width: number; height: number; hand: Hand }[] = [
  { width: 1440, height: 900, hand: 'mouse' },
  { width: 350, height: 740, hand: 'finger' },
];

for (const { width, height, hand } of VIEWS) {
  test.describe(`at ${width} px with the ${hand}`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height }, hasTouch: hand === 'finger' });

    test('a place is dragged on the map and a device on a floor plan, and both are there after a reload', async ({
      fixtures,
      open,
      page,
      stack,
    }) => {
      const user = await fixtures.user();
      const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
      const shop = await createCompany(stack, { below: main, name: 'Shop', type: 'Element', ...RIGA });
      const hall = await createCompany(stack, { below: shop, name: 'Hall', type: 'Company' });
      const door = await createCompany(stack, { below: hall, name: 'Door', type: 'Device' });
      await fixtures.device({ user_id: user.id, company_id: door.company_id });
      const address = `/navigation?company=${main.company_id}`;
      await open(user, address);

      const coordinates = await openForm(page);
      await press(page, 'Place on the map');
      const picker = page.getByRole('dialog', { name: 'Where Shop is' });
      const pin = picker.getByRole('button', { name: /^Marker at / });
      await expect(pin).toBeInViewport();
      await expect(picker.getByText('Coordinates: 56.95, 24.11')).toBeVisible();
      const before = await pin.boundingBox();
      await dragBy(page, pin, [60, -40], hand);
      // It is where the hand has left it: neither the map nor the page has moved with it.
      const after = await pin.boundingBox();
      expect((after?.x ?? 0) - (before?.x ?? 0)).toBeCloseTo(60, 0);
      expect((after?.y ?? 0) - (before?.y ?? 0)).toBeCloseTo(-40, 0);
      await picker.getByRole('button', { name: 'Use this place' }).click();
      const dragged = await coordinates.inputValue();
      const [latitude = 0, longitude = 0] = dragged.split(', ').map(Number);
      expect(latitude).toBeGreaterThan(RIGA.latitude);
      expect(longitude).toBeGreaterThan(RIGA.longitude);
      await press(page, 'Save Changes');
      await expect(formOf(page)).toBeHidden();
      await page.reload();
      await expect(await openForm(page)).toHaveValue(dragged);

      await page.goto(`${address}&view=map`);
      await page.getByRole('button', { name: 'Shop, 1 device, 1 offline' }).click();
      await page.getByRole('button', { name: 'Floor plan' }).click();
      const plan = page.getByRole('dialog', { name: 'Floor plan of Shop' });
      const image = { name: 'plan.png', mimeType: 'image/png', buffer: pngImage(400, 300) };
      await plan.locator('input[type=file]').setInputFiles(image);
      const picture = plan.getByRole('region', { name: 'Floor plan of Shop with its devices' });
      await expect(plan.getByRole('img', { name: 'Floor plan of Shop' })).toBeVisible();
      const mark = plan.getByRole('button', { name: /^Door, Offline/ });
      if (hand === 'mouse') {
        await plan.getByRole('listitem').filter({ hasText: 'Door' }).dragTo(picture);
        await expect(mark).toHaveAccessibleName('Door, Offline, 50 % from the left, 50 % from the top');
      } else await plan.getByRole('button', { name: 'Place Door' }).click();
      const size = await picture.boundingBox();
      await dragBy(page, mark, [(size?.width ?? 0) / 4, (size?.height ?? 0) / -5], hand);
      await expect(mark).toHaveAccessibleName('Door, Offline, 75 % from the left, 30 % from the top');
      await plan.getByRole('button', { name: 'Save the plan' }).click();
      await expect(plan.getByRole('button', { name: 'Discard changes' })).toBeDisabled();
      await page.reload();
      await page.getByRole('button', { name: 'Shop, 1 device, 1 offline' }).click();
      await page.getByRole('button', { name: 'Floor plan' }).click();
      await expect(mark).toHaveAccessibleName('Door, Offline, 75 % from the left, 30 % from the top');
    });
  });
}

/** Opens the form of the shop. @returns its field of coordinates */
async function openForm(page: Page) {
  // On a narrow screen a row has its buttons once it is chosen.
  await rowOf(page, 'Shop,').getByText('Shop').click();
  await editAll(page, 'Shop');
  return formOf(page).getByRole('textbox', { name: 'Coordinates' });
}
