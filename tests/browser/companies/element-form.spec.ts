import { createCompany } from '../../support/factories.ts';
import {
  addBelow,
  editAll,
  fieldOf,
  fillPlace,
  formOf,
  pickerOf,
  press,
  rowOf,
  sizeOf,
} from '../support/pages/element-form-page.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { requestsTo } from '../support/requests.ts';

test('a company with a device is added, bound, and edited', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  const { serial } = await fixtures.device({ user_id: user.id, note: 'Front door' });
  await open(user, `/navigation?company=${main.company_id}`);

  await addBelow(page, 'Head office');
  await formOf(page).getByText('Company', { exact: true }).click();
  await press(page, 'Add New');
  await expect(formOf(page).getByText('Country is required')).toBeVisible();
  await expect(fieldOf(page, 'Name')).toBeFocused();
  await fieldOf(page, 'Name').fill('Shop 1');
  expect(await sizeOf(page, 'Emblem: 🏢. Choose another')).toEqual([50, 50]);
  expect(await sizeOf(page, 'Europe')).toEqual([56, 60]);
  await press(page, 'Emblem: 🏢. Choose another');
  await page.getByRole('combobox', { name: 'Search emblems' }).fill('bakery');
  await page.keyboard.press('Enter');
  await expect(formOf(page).getByRole('button', { name: /^Emblem: 🍞/ })).toBeFocused();
  await fillPlace(page);
  const highlighted = await watchFor(page.locator('body'), {
    selector: '[aria-label^="Shop 1, Company"][data-highlighted=true]',
  });
  await press(page, 'Add New');
  await expect(formOf(page)).toBeHidden();
  await highlighted();

  await addBelow(page, 'Shop 1');
  await expect(fieldOf(page, 'City')).toHaveValue('Berlin');
  await fieldOf(page, 'Name').fill('Door');
  await press(page, 'Add New');
  await expect(formOf(page).getByText('Device must be selected and bound')).toBeVisible();
  await press(page, 'Choose a serial number');
  await pickerOf(page).getByRole('option', { name: serial }).click();
  await expect(fieldOf(page, 'Serial number')).toHaveValue(serial);
  await press(page, 'Add New');
  // The device is bound after its element was added.
  await expect(formOf(page)).toBeHidden();
  await expect(rowOf(page, 'Door, Device')).toBeVisible();
  const tree = () => stack.call(companiesHttp.tree, user, { company_id: main.company_id });
  const nodes = (await tree()).body;
  expect(nodes.find(({ name }) => name === 'Shop 1')).toMatchObject({
    type: 'Company',
    emblem: '🍞',
    continent: 'Europe',
    country: 'Germany',
    city: 'Berlin',
    street: 'Main street',
    house: '7',
    zip: '10115',
  });
  const door = nodes.find(({ name }) => name === 'Door');
  expect(door).toMatchObject({ type: 'Device', serial, device_type: 'audio', country: 'Germany' });
  const info = await stack.call(companiesHttp.info, user, { company_id: door?.company_id });
  expect(info.body).toMatchObject({
    time_zone_utc: 180,
    default_language: 'ru',
    default_voice: 'ru-RU-Standard-A',
  });

  await editAll(page, 'Door');
  await expect(fieldOf(page, 'Serial number')).toHaveValue(serial);
  await expect(formOf(page).getByRole('button', { name: 'Choose a serial number' })).toHaveCount(0);
  await expect(formOf(page).getByRole('radio')).toHaveCount(0);
  await formOf(page).getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await formOf(page)
    .getByRole('option', { name: /^Tokyo/ })
    .click();
  await expect(formOf(page).getByRole('button', { name: 'Use inherited: Time zone' })).toBeVisible();
  await fieldOf(page, 'Name').fill('Back door');
  await press(page, 'Save Changes');
  await expect(formOf(page)).toBeHidden();
  await expect(rowOf(page, 'Back door, Device')).toBeVisible();
  const edited = await stack.call(companiesHttp.info, user, { company_id: door?.company_id });
  expect(edited.body).toMatchObject({ name: 'Back door', time_zone: 'Asia/Tokyo', time_zone_utc: 540, serial });

  // No device is left to bind: another one is registered there, and what was typed stays.
  await addBelow(page, 'Shop 1');
  await fieldOf(page, 'Name').fill('Hall');
  await press(page, 'Choose a serial number');
  await expect(pickerOf(page).getByText('No available devices for binding')).toBeVisible();
  const another = randomSerial();
  await pickerOf(page).getByRole('textbox', { name: 'Serial number' }).fill(another);
  await pickerOf(page).getByRole('button', { name: 'Add Device' }).click();
  // Without the password of its label it waits for approval.
  await expect(page.getByText(`Device ${another} is waiting for the approval`)).toBeVisible();
  await expect(pickerOf(page)).toBeHidden();
  await expect(fieldOf(page, 'Name')).toHaveValue('Hall');
});

test(
  'a device that cannot be bound leaves its element, and can be bound later',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
    await createCompany(stack, {
      below: main,
      type: 'Company',
      name: 'Shop 1',
      country: 'Germany',
      city: 'Berlin',
      street: 'Main street',
      house: '7',
      zip: '10115',
    });
    const { serial } = await fixtures.device({ user_id: user.id });
    await open(user, `/navigation?company=${main.company_id}`);
    await page.route(requestsTo(bindingHttp.bind), (route) => route.fulfill({ status: 500, json: {} }));
    await addBelow(page, 'Shop 1');
    await fieldOf(page, 'Name').fill('Door');
    await press(page, 'Choose a serial number');
    await pickerOf(page).getByRole('combobox').fill(serial.slice(-6));
    await expect(pickerOf(page).getByRole('option', { name: serial })).toBeVisible();
    await page.keyboard.press('Enter');
    await press(page, 'Add New');
    await expect(formOf(page).getByRole('alert')).toHaveText(/^Element created, but failed to bind device: /);
    await press(page, 'Leave it unbound');
    await expect(rowOf(page, 'Door, Device')).toBeVisible();
    await page.unroute(requestsTo(bindingHttp.bind));

    await editAll(page, 'Door');
    await press(page, 'Choose a serial number');
    await pickerOf(page).getByRole('option', { name: serial }).click();
    await expect(formOf(page).getByText(`Device ${serial} is bound.`)).toBeVisible();
    await expect(fieldOf(page, 'Serial number')).toHaveValue(serial);
    const owned = await stack.call(devicesHttp.listOwn, user);
    expect(owned.body.find((device) => device.serial === serial)?.company_id).toBeGreaterThan(0);
    await press(page, 'Cancel');
    await expect(formOf(page)).toBeHidden();
  },
);
