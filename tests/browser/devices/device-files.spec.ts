import { readFile } from 'node:fs/promises';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { cardOf, cardsOf, devicesPath } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

test(
  'devices are exported, and imported after a preview that names the invalid lines',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.device({ note: 'Hall, "left"' });
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(cardsOf(page)).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^devices-.*\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFFserial,')).toBe(true);
    expect(text).toContain(`${device.serial},audio,active`);
    expect(text).toContain('"Hall, ""left"""');

    const serial = randomSerial();
    const csv = `serial,email,note\n${serial},${fixtures.sharedEmail},imported\n123,,\n`;
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import devices' });
    const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog.getByText('1 invalid')).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^3 serial/ })).toBeVisible();
    const send = dialog.getByRole('button', { name: 'Import 1 device' });
    await expect(send).toBeDisabled();
    await dialog.getByRole('switch', { name: 'Leave out the invalid lines and import the others' }).check();
    await send.click();
    await expect(dialog.getByText('The devices were imported')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(cardOf(page, serial)).toBeVisible();
  },
);

test('a file that is no CSV is refused with its reason', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import devices' });
  const file = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nx\n') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('alert')).toContainText('no column “serial”');
});
