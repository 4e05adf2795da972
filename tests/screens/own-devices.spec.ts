import { randomSerial } from '@belfry/schemas/domain/serial';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import type { Locator, Page } from '@playwright/test';
import type { Stack } from '../support/stack.ts';
import type { FixtureUser } from '../browser/support/fixtures.ts';
import { createBoundDevice, USER_DEVICES_PATH } from '../browser/support/pages/user-devices-page.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';

const WITHOUT_PASS = { pass_hash: null, key_hash: null, device_mode: 'new' } as const;
const listOf = (page: Page, name: string): Locator => page.getByRole('list', { name }).getByRole('listitem');

/** Ten requests of a person, one of them of a device that asks for its key. */
async function requestDevices(stack: Stack, person: FixtureUser, serial: string): Promise<void> {
  const claim = (claimed: string, note: string) =>
    stack.call(enrolmentHttp.register, person, { serial: claimed, note });
  await claim(serial, `Platform 4, under the clock ${'W'.repeat(80)}`);
  for (let n = 0; n < 9; n += 1) await claim(randomSerial(), 'Shop');
  await stack.call(enrolmentHttp.enrol, null, { serial, pass: '' });
}

// All tests of a worker share one product, so remaining requests would appear in the next test.
screenTest.afterEach(async ({ stack }) => {
  await stack.db.deleteFrom('device_approvals').execute();
});

screenTest('requests for devices, for administrators', async ({ fixtures, open, page, stack, check }) => {
  await requestDevices(stack, await fixtures.user(), (await fixtures.device(WITHOUT_PASS)).serial);
  await open(await fixtures.admin(), '/devices');
  await expect(listOf(page, 'Waiting for approval')).toHaveCount(4);
  await check('approvals');
  const next = page.getByRole('region', { name: 'Waiting for approval' }).getByRole('button', { name: 'Next' });
  for (let turned = 0; turned < 2; turned += 1) await next.click();
  await expect(listOf(page, 'Waiting for approval')).toHaveCount(3);
  await expect(page.getByText(/^The device asks for its key from the address/)).toBeVisible();
  await page.evaluate(() => localStorage.setItem('language', '"ru"'));
  await page.reload();
  await expect(listOf(page, 'Ожидают одобрения')).toHaveCount(4);
  await check('approvals in Russian');
});

screenTest('requests for devices, for the user', async ({ fixtures, open, page, stack, check }) => {
  const person = await fixtures.user();
  await requestDevices(stack, person, (await fixtures.device(WITHOUT_PASS)).serial);
  await open(person, USER_DEVICES_PATH);
  await expect(listOf(page, 'Waiting for approval')).toHaveCount(10);
  await check('claims');
});

screenTest('own devices, their selection and dialogs', async ({ fixtures, open, page, stack, check }) => {
  const person = await fixtures.user();
  await createBoundDevice(stack, person);
  await fixtures.device({ user_id: person.id, tags: ['ground floor', 'west wing'] });
  await open(person, USER_DEVICES_PATH);
  await page.getByRole('checkbox', { name: 'Select page' }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 devices selected');
  await check('own devices selected');
  await page.getByRole('button', { name: 'Device Statistics', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Device Statistics' })).toBeVisible();
  await check('statistics of own devices');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Device', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add New Device' })).toBeVisible();
  await check('adding an own device');
});
