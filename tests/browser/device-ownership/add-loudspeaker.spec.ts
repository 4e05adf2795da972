import { prepareUnpairedDevice } from '../../support/devices/unpaired-device.ts';
import { expect, test } from '../support/test.ts';

test('the first loudspeaker is added by the code that it shows, and says its name', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const owner = await fixtures.user();
  const device = prepareUnpairedDevice(stack.url);
  device.start();
  try {
    await open(owner, `/add?code=${await device.code()}`);
    await expect(page.getByText(/asks since/)).toBeVisible();
    await page.getByRole('textbox', { name: 'New place' }).fill('Harbour Market');
    await page.getByRole('textbox', { name: 'Name' }).fill('Entrance');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Entrance is added.')).toBeVisible();
    await expect(page.getByText('Heard', { exact: true })).toBeVisible({ timeout: 60_000 });
  } finally {
    await device.close();
  }
});
