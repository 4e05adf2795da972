import { randomSerial } from '@belfry/schemas/domain/serial';
import { buttonOf, cardOf, cardsOf, createBoundDevice, USER_DEVICES_PATH } from '../support/pages/user-devices-page.ts';
import { fontsLoaded } from '../support/fonts.ts';
import { expect, test } from '../support/test.ts';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { requestsTo, mockResponse } from '../support/requests.ts';

test(
  'a user registers a device by its serial number, finds it, and sees it come online',
  { tag: '@smoke' },
  async ({ fixtures, open, page }) => {
    const person = await fixtures.user();
    const factory = await fixtures.device({ device_mode: 'new', note: null });
    await open(person, USER_DEVICES_PATH);
    await expect(page.getByText('No Devices Found')).toBeVisible();
    await buttonOf(page, 'Add Device').first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Device' });
    await expect(dialog.getByRole('button', { name: 'Add Device' })).toBeDisabled();
    const serial = dialog.getByRole('textbox', { name: /^Serial number/ });
    await serial.pressSequentially('12ab3');
    await expect(serial).toHaveValue('123');
    await dialog.getByRole('button', { name: 'Add Device' }).click();
    await expect(dialog.getByText('Serial number must be in format xxxx-xxxx-xxxx-xxxx')).toBeVisible();
    await expect(serial).toBeFocused();
    await serial.fill(factory.serial.replaceAll('-', ''));
    await expect(serial).toHaveValue(factory.serial);
    await dialog.getByRole('textbox', { name: /^Device password/ }).fill('wrong');
    await dialog
      .getByRole('textbox', { name: 'Notes' })
      .fill('A note that goes on and on, far past the fifty characters of a card');
    await dialog.getByRole('button', { name: 'Add Device' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(serial).toHaveValue(factory.serial);
    await dialog.getByRole('textbox', { name: /^Device password/ }).fill(factory.pass);
    await dialog.getByRole('button', { name: 'Add Device' }).click();
    await expect(dialog).toBeHidden();
    const card = cardOf(page, factory.serial);
    await expect(card).toContainText('Offline');
    await expect(card).toContainText('A note that goes on and on, far past the fifty cha…');
    await fixtures.connect(factory);
    await expect(card).toContainText('Online');

    const unknownSerial = randomSerial();
    await buttonOf(page, 'Add Device').first().click();
    await serial.fill(unknownSerial);
    await dialog.getByRole('textbox', { name: /^Device password/ }).fill('label-7');
    await dialog.getByRole('button', { name: 'Add Device' }).click();
    await expect(page.getByText(`Device ${unknownSerial} is waiting for its first connection`)).toBeVisible();
    await expect(cardOf(page, unknownSerial)).toHaveAttribute('data-mode', 'wait');

    await page.getByRole('combobox', { name: 'Mode' }).selectOption('wait');
    await expect(cardsOf(page)).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Note' }).fill('nobody wrote this');
    await expect(page.getByText('No Devices Match Your Filters')).toBeVisible();
    await page.goto(USER_DEVICES_PATH);
    await expect(page.getByRole('combobox', { name: 'Mode' })).toHaveValue('wait');
    await expect(page.getByText('No Devices Match Your Filters')).toBeVisible();
    await buttonOf(page, 'Reset Filters').first().click();
    await expect(cardsOf(page)).toHaveCount(2);
    await buttonOf(page, 'Device Statistics').click();
    await expect(page.getByRole('dialog', { name: 'Device Statistics' })).toContainText(
      'Waiting for their first connection1',
    );
  },
);

test(
  'a bound device is unbound after a confirmation, with a message',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const person = await fixtures.user();
    const { serial } = await createBoundDevice(stack, person);
    await open(person, USER_DEVICES_PATH);
    const card = cardOf(page, serial);
    await expect(card).toContainText('Bound');
    await expect(card).toContainText('Speaker');
    await expect(card).not.toContainText('Company ');
    await fontsLoaded(page);
    const box = await card.boundingBox();
    await card.getByRole('button', { name: `Unbind ${serial}` }).click();
    await expect(card).toContainText('Unbind?');
    expect(await card.boundingBox(), 'a question moves nothing').toEqual(box);
    await page.getByRole('heading', { name: 'Devices', exact: true }).click();
    await expect(card).not.toContainText('Unbind?');
    const undo = await mockResponse(page, requestsTo(bindingHttp.unbind), { status: 500, json: {} });
    const unbind = async (): Promise<void> => {
      await card.getByRole('button', { name: `Unbind ${serial}` }).click();
      await card.getByRole('button', { name: 'Confirm' }).click();
    };
    await unbind();
    await expect(page.getByText('Failed to unbind device: 500')).toBeVisible();
    await undo();
    await unbind();
    await expect(page.getByText(`Device ${serial} successfully unbound from company`)).toBeVisible();
    await expect(card).toContainText('Unbound');
  },
);

test('an administrator sees the company of a device', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const admin = await fixtures.admin();
  const { serial, company_id } = await createBoundDevice(stack, admin);
  await open(admin, USER_DEVICES_PATH);
  await expect(cardOf(page, serial)).toContainText(`Company ${company_id}`);
});

test(
  'initial settings are chosen once and applied to every new device',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const person = await fixtures.user();
    await open(person, USER_DEVICES_PATH);
    await page.getByRole('button', { name: 'Default Settings' }).click();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    await buttonOf(page, 'Save Settings').click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    const serial = randomSerial();
    await buttonOf(page, 'Add Device').first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Device' });
    await dialog.getByRole('textbox', { name: /^Serial number/ }).fill(serial);
    await dialog.getByRole('textbox', { name: /^Device password/ }).fill('label-8');
    await dialog.getByRole('button', { name: 'Add Device' }).click();
    await expect(cardOf(page, serial)).toBeVisible();
    const configuration = () =>
      stack.call(configurationHttp.read, person, { serial }).then(({ body }) => body as { utc: number });
    await expect.poll(configuration).toMatchObject({ time_zone: 'Asia/Tokyo', utc: 9 });
    await cardOf(page, serial)
      .getByRole('button', { name: `Settings of ${serial}`, exact: true })
      .click();
    await expect(page.getByRole('button', { name: 'Device Settings', exact: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(zone).toHaveValue(/Tokyo/);
  },
);
