import { randomSerial } from '@belfry/schemas/domain/serial';
import type { Page } from '@playwright/test';
import { createDevice } from '../../support/factories.ts';
import { mockResponse } from '../support/pages/account-forms.ts';
import { waitUntilLive } from '../support/pages/devices-page.ts';
import { fontsLoaded } from '../support/fonts.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { expect, test } from '../support/test.ts';
import type { Stack } from '../../support/stack.ts';
import type { FixtureUser } from '../support/fixtures.ts';

const PLACE = '/settings?tab=devices';
const cardOf = (page: Page, serial: string) => page.getByRole('article', { name: `Device ${serial}` });
const cardsOf = (page: Page) => page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a device of this user at a node of their tree. @returns its serial number and the node */
async function bindOne(stack: Stack, { key, id }: FixtureUser): Promise<{ serial: string; company_id: number }> {
  const { serial } = await createDevice(stack, { user_id: id, note: 'Platform 4, under the clock' });
  const add = async (body: object): Promise<number> => {
    const { status, body: answer } = await stack.post('/api/company/add', { key, body });
    expect(status).toBeLessThan(300);
    return (answer as { company_id: number }).company_id;
  };
  const main = await add({ name: 'Railway' });
  const company = await add({ name: 'Station', type: 'Company', parent_company_id: main });
  const company_id = await add({ name: 'Speaker', type: 'Device', parent_company_id: company, serial });
  return { serial, company_id };
}

test('a user registers a device by its serial number, finds it, and sees it come online', async ({
  fixtures,
  open,
  page,
}) => {
  const person = await fixtures.user();
  const factory = await fixtures.device({ device_mode: 'new', note: null });
  await open(person, PLACE);
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
  await page.goto(PLACE);
  await expect(page.getByRole('combobox', { name: 'Mode' })).toHaveValue('wait');
  await expect(page.getByText('No Devices Match Your Filters')).toBeVisible();
  await buttonOf(page, 'Reset Filters').first().click();
  await expect(cardsOf(page)).toHaveCount(2);
  await buttonOf(page, 'Device Statistics').click();
  await expect(page.getByRole('dialog', { name: 'Device Statistics' })).toContainText(
    'Waiting for their first connection1',
  );
});

test('a bound device is unbound after a confirmation, with a message', async ({ fixtures, open, page, stack }) => {
  const person = await fixtures.user();
  const { serial } = await bindOne(stack, person);
  await open(person, PLACE);
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
  const undo = await mockResponse(page, 'devices/unbind/company/serial', { status: 500, json: {} });
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
});

test('an administrator sees the company of a device', async ({ fixtures, open, page, stack }) => {
  const admin = await fixtures.admin();
  const { serial, company_id } = await bindOne(stack, admin);
  await open(admin, PLACE);
  await expect(cardOf(page, serial)).toContainText(`Company ${company_id}`);
});

test('initial settings are chosen once and applied to every new device', async ({ fixtures, open, page, stack }) => {
  const person = await fixtures.user();
  await open(person, PLACE);
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
    stack.get(`/api/rpi/devices/config/${serial}`, { key: person.key }).then(({ body }) => body as { utc: number });
  await expect.poll(configuration).toMatchObject({ time_zone: 'Asia/Tokyo', utc: 9 });
  await cardOf(page, serial)
    .getByRole('button', { name: `Settings of ${serial}`, exact: true })
    .click();
  await expect(page.getByRole('button', { name: 'Device Settings', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(zone).toHaveValue(/Tokyo/);
});

test('a server error is shown, and the request can be repeated', async ({ fixtures, open, page }) => {
  const undo = await mockResponse(page, 'devices/user/email*', { status: 500, json: {} });
  await open(await fixtures.user(), PLACE);
  await expect(page.getByText('Failed to fetch devices: 500')).toBeVisible();
  await waitUntilLive(page);
  // A page whose connection took long has requested the list again; the answer to that would replace the button.
  await expect(buttonOf(page, 'Retry')).toBeEnabled();
  await undo();
  await buttonOf(page, 'Retry').click();
  await expect(page.getByText('No Devices Found')).toBeVisible();
  await mockResponse(page, 'devices/user/register', { status: 500, json: {} });
  await buttonOf(page, 'Add Device').first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Device' });
  await dialog.getByRole('textbox', { name: /^Serial number/ }).fill(randomSerial());
  await dialog.getByRole('button', { name: 'Add Device' }).click();
  await expect(dialog.getByText('Failed to add device: 500')).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('user_key'));
  await dialog.getByRole('button', { name: 'Add Device' }).click();
  await expect(dialog.getByText('No authentication token found')).toBeVisible();
});

test('the page passes the layout checks', async ({ fixtures, open, page, stack }, { outputDir }) => {
  await followSystemTheme(page);
  const person = await fixtures.user();
  await bindOne(stack, person);
  const waiting = await createDevice(stack, { user_id: person.id, device_mode: 'wait', note: 'W'.repeat(120) });
  const online = await createDevice(stack, { user_id: person.id, note: null });
  await fixtures.connect(online);
  await open(person, PLACE);
  await expect(cardsOf(page)).toHaveCount(3);
  const colourOf = ({ serial }: { serial: string }): Promise<string> =>
    cardOf(page, serial)
      .getByText(serial)
      .evaluate((text) => getComputedStyle(text).color);
  expect(await colourOf(waiting), 'a waiting device is dimmed').not.toBe(await colourOf(online));
  const firstRow = async (): Promise<number> => {
    const tops = await cardsOf(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    return tops.filter((top) => top === tops[0]).length;
  };
  for (const [width, columns] of [
    [350, 1],
    [768, 2],
    // From this width on the navigation and the tabs are beside the cards.
    [770, 1],
    [850, 1],
    [920, 1],
    [1_000, 2],
    [1_200, 2],
    [1_440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(firstRow, `cards beside each other at ${width} px`).toBe(columns);
    const cut = () =>
      cardsOf(page)
        .locator('header')
        .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).length);
    await expect.poll(cut, `serials beside their modes at ${width} px`).toBe(0);
  }
  await page.getByRole('button', { name: 'Default Settings' }).click();
  const heightLimit = await buttonOf(page, 'Save Settings').evaluate((button) => {
    let box = button.parentElement;
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
    return box && getComputedStyle(box).maxHeight;
  });
  expect(heightLimit).toBe('500px');
  await expectAccessibleLayout(page, 'user-devices', outputDir);
});
