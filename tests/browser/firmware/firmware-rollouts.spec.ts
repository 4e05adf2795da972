import { transact } from '@belfry/api/db/transact';
import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import type { Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { devicesPath } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Client Version Management' });
const rolloutOf = (page: Page) => sectionOf(page).getByRole('list', { name: 'Rollouts' }).getByRole('listitem').first();

// All tests share one product, and a rollout is for every device.
const clean = async ({ stack }: { stack: Stack }): Promise<void> => {
  await stack.db.deleteFrom('firmware_rollouts').execute();
  await stack.db.deleteFrom('firmware_archives').execute();
};
test.beforeEach(async ({ stack }) => {
  await clean({ stack });
  // The api may still store what the devices of the test before reported.
  await transact(stack.db, (trx) => trx.deleteFrom('devices').execute());
});
test.afterEach(clean);

test('an administrator rolls an archive out, and sees each device with the reason of a failure', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const admin = await fixtures.admin();
  await stack.call(firmwareHttp.createArchive, admin);
  const options = { apiUrl: stack.url, speed: 100 };
  const [good, bad] = [await fixtures.device(), await fixtures.device()];
  for (const device of [good, bad]) {
    const profile = { ...profileWithSerial(device.serial), firstVersion: '3.1' };
    const firmwareKey = device === bad ? 'of-another-server' : undefined;
    await fixtures.simulate(device, { ...options, profile, firmwareKey });
  }
  await open(admin, devicesPath(fixtures.sharedEmail));
  await sectionOf(page)
    .getByRole('button', { name: /^Roll out belfry/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Roll out version 3.4' });
  await expect(dialog.getByText('2 devices')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Phases in percent' }).fill('100');
  await dialog.getByRole('button', { name: 'Start rollout' }).click();
  await expect(dialog).toBeHidden();

  const rollout = rolloutOf(page);
  await expect(rollout).toContainText('Stopped');
  // The good device has its trial of the new version before it, with a clock that is faster than ours.
  await expect(rollout).toContainText('Installed: 1 · Failed: 1', { timeout: 60_000 });
  await expect(rollout).toContainText(/1 of [12] devices failed \(\d+ %\), which is more than allowed/);
  await rollout.getByRole('button', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/rollout=[\w-]+/);
  await page.reload();
  const devices = page.getByRole('dialog', { name: 'Rollout of version 3.4' });
  const first = devices.getByRole('listitem').first();
  await expect(first).toContainText(bad.serial);
  await expect(first).toContainText('The signature of the archive is not valid');
  await expect(devices.getByRole('listitem').last()).toContainText('Installed');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/rollout=/);

  await rolloutOf(page).scrollIntoViewIfNeeded();
  await rolloutOf(page).getByRole('button', { name: 'Cancel rollout' }).click();
  await page.getByText('Cancel the rollout?').waitFor();
  await page.getByRole('button', { name: 'Cancel rollout' }).last().click();
  await expect(rolloutOf(page)).toContainText('Cancelled');
});
