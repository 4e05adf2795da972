import { replacePeople } from '@belfry/api/features/companies/responsible-people.repository';
import { topics } from '@belfry/schemas/mqtt/topics';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { createCompany } from '../support/factories.ts';
import { pngImage } from '../support/images.ts';
import { confirmRecipients } from '../support/outbox.ts';
import { panelOf, rowOf, check as select, toolOf } from '../browser/support/pages/company-tree-page.ts';
import { addBelow, editAll, formOf, pickerOf, press } from '../browser/support/pages/element-form-page.ts';
import {
  ADD,
  devicesOf,
  dropdownOf,
  managerOf,
  press as pressInManager,
} from '../browser/support/pages/group-manager-page.ts';
import { createGroupedShop, createTree, furnishTree } from '../browser/support/product/places.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';

screenTest('the forms of a main company', async ({ fixtures, open, page, check }) => {
  await open(await fixtures.user(), '/navigation?do=add');
  const form = page.getByRole('form', { name: 'Add Company' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await check('first company');
  await form.getByRole('textbox', { name: 'Name' }).fill('Station');
  await page.getByRole('button', { name: 'More details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Main Company' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Station');
  await check('company details');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeHidden();
  const list = page.getByRole('region', { name: 'Main Companies' });
  await expect(list.getByRole('button', { name: 'Add Company', exact: true }).first()).toBeFocused();
});

screenTest('the form of an element and its galleries', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  const shop = await createCompany(stack, { below: main, type: 'Company', name: 'Riverside Mall', city: 'Berlin' });
  await createCompany(stack, { below: shop, name: 'Door' });
  await fixtures.device({ user_id: user.id, note: 'Front door, beside the cash desk of the ground floor' });
  await fixtures.device({ user_id: user.id });
  await open(user, `/navigation?company=${main.company_id}`);
  await addBelow(page, 'Riverside Mall');
  await press(page, 'Add New');
  await expect(formOf(page).getByText('Country is required')).toBeVisible();
  await check('element form');
  // Sizes of the style, since the dialog is animated while it opens.
  await page.setViewportSize({ width: 350, height: 900 });
  const emblem = formOf(page).getByRole('button', { name: /^Emblem/ });
  await expect.poll(() => emblem.boundingBox()).toMatchObject({ width: 50, height: 50 });
  const continent = formOf(page).getByRole('button', { name: 'Europe' });
  await expect.poll(() => continent.boundingBox()).toMatchObject({ width: 56, height: 60 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(formOf(page).getByRole('button', { name: /^Play/ })).toBeVisible();

  await emblem.click();
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await check('emblem gallery');
  await page.keyboard.press('Escape');
  await press(page, 'Choose a serial number');
  await expect(pickerOf(page).getByRole('option')).toHaveCount(2);
  await check('serial picker');
});

screenTest('the settings of a place', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  await createCompany(stack, { below: main, name: 'Shop' });
  await open(user, `/navigation?company=${main.company_id}`);
  await editAll(page, 'Shop');
  await check('settings of a place');
  await formOf(page).getByRole('button', { name: 'Responsible people' }).click();
  const people = page.getByRole('dialog', { name: 'Responsible people' });
  await people.getByRole('button', { name: 'Add a person' }).click();
  await people.getByRole('button', { name: 'Save' }).click();
  await check('responsible people');
});

screenTest('the tree', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { main, hall } = await furnishTree(stack, fixtures, user);
  await (
    await fixtures.connect(hall.device)
  ).publish(topics.status(hall.device.serial), {
    status: 'maintenance',
    device_version: '1.4.2',
    hostname: 'hall',
    ip: '10.0.0.7',
    at: new Date().toISOString(),
  });
  let below = main;
  for (let level = 1; level < 12; level += 1)
    below = await createCompany(stack, { below, type: 'Element', name: `Level ${level} of a deep tree` });
  await open(user, `/navigation?company=${main.company_id}`);
  await page.getByRole('button', { name: 'Hide Main Companies' }).click();
  await select(page, 'Shop 1');
  await rowOf(page, 'Shop 1').hover();
  await toolOf(page, 'Edit Shop 1').click();
  await check('tree with form');
  await page.keyboard.press('Escape');
  await panelOf(page).getByText('Devices', { exact: true }).click();
  await check('tree devices');
});

screenTest('what changes the tree', async ({ fixtures, open, page, stack, check }) => {
  const admin = await fixtures.admin();
  const { main } = await createTree(stack, admin);
  await open(admin, `/navigation?company=${main.company_id}`);
  await page.getByRole('button', { name: 'Hide Main Companies' }).click();
  await rowOf(page, 'Shop 2').dragTo(rowOf(page, 'Head office'));
  const question = page.getByRole('dialog', { name: 'Move Shop 2 below Head office?' });
  await expect(question).toBeVisible();
  await check('question of a drop');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await rowOf(page, 'South').getByTitle('South', { exact: true }).dblclick();
  await panelOf(page)
    .getByRole('textbox', { name: /^Name of/ })
    .fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Name is required');
  await check('name in a row');
  await page.keyboard.press('Escape');

  await rowOf(page, 'Shop 1').hover();
  await toolOf(page, 'Move Shop 1 to…').click();
  const move = page.getByRole('dialog', { name: 'Move Shop 1 to…' });
  await expect(move.getByRole('option')).toHaveCount(2);
  await check('move dialog');
  await page.keyboard.press('Escape');
  await expect(move).toBeHidden();

  await rowOf(page, 'Door').hover();
  await toolOf(page, 'JSON view of Door').click();
  await expect(page.getByRole('dialog', { name: 'JSON of Door' })).toContainText('company_id');
  await check('JSON of a node');
});

screenTest('the group manager', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { main, nodes } = await createGroupedShop(stack, fixtures, user);
  const body = { name: 'Everything that speaks on ground floor 1', devices: nodes.map(({ company_id }) => company_id) };
  await stack.call(groupsHttp.create, user, body);
  await page.addInitScript(() => localStorage.setItem('companyPanels', JSON.stringify({ main: false, help: false })));
  await open(user, `/navigation?company=${main.company_id}`);
  await dropdownOf(page).click();
  await page.getByRole('option').first().click();
  await expect(devicesOf(page)).toHaveCount(3);
  await pressInManager(page, ADD);
  await expect(managerOf(page).getByText('No devices selected in the tree!')).toBeVisible();
  await pressInManager(page, 'Rename group');
  await managerOf(page).scrollIntoViewIfNeeded();
  await check('device groups');
});

screenTest('SMS', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { key } = user;
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const shop = await createCompany(stack, { below: main, name: 'Shop', type: 'Company' });
  await replacePeople(stack.db, shop.company_id, [
    { name: 'Anna', phone: '+37126123456', email: null, language: 'en' },
    { name: 'Mailer', phone: null, email: 'mailer@belfry.test', language: 'en' },
  ]);
  await confirmRecipients(stack, ['+37126123456']);
  await stack.db.updateTable('users').set({ may_text_any_number: true }).where('id', '=', user.id).execute();
  await stack.call(templatesHttp.create, { key }, { name: 'Drill', text: 'Fire drill at {place}' });
  await open(user, `/sms?devices=${encodeURIComponent(JSON.stringify([shop.company_id]))}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Fire drill: {place}');
  const recipients = page.getByRole('region', { name: 'Recipients' });
  await expect(recipients).toContainText('1 responsible person has no phone number');
  await check('sms, send');
  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('sms, question');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const messages = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(messages.filter({ hasText: 'Sent' })).toHaveCount(1);
  await check('sms, history');
  await page.getByRole('tab', { name: 'Templates' }).click();
  await expect(page.getByRole('list', { name: 'Templates' })).toContainText('Fire drill at {place}');
  await check('sms, templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await check('sms, template dialog');
});

screenTest('places on the map and a floor plan', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const RIGA = { latitude: 56.95, longitude: 24.11 };
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  const shop = await createCompany(stack, { below: main, type: 'Company', name: 'Riverside Mall', ...RIGA });
  const door = await createCompany(stack, { below: shop, name: 'Door' });
  await fixtures.device({ user_id: user.id, company_id: door.company_id });
  await createCompany(stack, { below: main, name: 'Harbour', latitude: 56.96, longitude: 24.1 });
  await createCompany(stack, { below: main, name: 'Far away', latitude: -33.9, longitude: 151.2 });
  await open(user, `/navigation?company=${main.company_id}&view=map`);
  await page.getByRole('button', { name: 'Hide Main Companies' }).click();
  await page.getByRole('button', { name: /^Riverside Mall/ }).click();
  await expect(page.getByRole('region', { name: 'Riverside Mall' })).toBeVisible();
  await check('map with a card');
  await page.getByRole('button', { name: 'Floor plan' }).click();
  const plan = page.getByRole('dialog', { name: 'Floor plan of Riverside Mall' });
  await expect(plan.getByRole('button', { name: 'Upload an image' })).toBeVisible();
  await check('no floor plan');
  const image = { name: 'plan.png', mimeType: 'image/png', buffer: pngImage(400, 300) };
  await plan.locator('input[type=file]').setInputFiles(image);
  await plan.getByRole('button', { name: 'Place Door' }).click();
  await expect(plan.getByRole('button', { name: /^Door, Offline/ })).toBeVisible();
  await check('floor plan with a device');
  await plan.getByRole('button', { name: 'Save the plan' }).click();
  await expect(plan.getByRole('button', { name: 'Discard changes' })).toBeDisabled();
  await plan.getByRole('button', { name: 'Remove the plan' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove the floor plan?' })).toBeVisible();
  await check('question of a floor plan');

  await open(user, `/navigation?company=${main.company_id}&view=map&wall=map`);
  await expect(page.getByRole('dialog', { name: 'Map of Head office' })).toBeVisible();
  await check('wall of the map');
  await page.keyboard.press('Escape');
  await panelOf(page).getByText('Tree', { exact: true }).last().click();
  await editAll(page, 'Harbour');
  await press(page, 'Place on the map');
  await expect(page.getByRole('button', { name: /^Marker at/ })).toBeVisible();
  await check('place picker');
});
