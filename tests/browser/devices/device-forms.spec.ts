import type { Page } from '@playwright/test';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { cardOf, drawerOf, devicesPath } from '../support/pages/devices-page.ts';
import { watchFor, watchForMessage } from '../support/watch-for.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { requestsTo, mockResponse } from '../support/requests.ts';

const addForm = (page: Page) => page.getByRole('dialog', { name: 'Add New Device' });
const editForm = (page: Page) => page.getByRole('dialog', { name: 'Edit Device' });
const field = (form: ReturnType<typeof addForm>, name: string) => form.getByRole('textbox', { name });

test(
  'the form names invalid fields and asks before it discards input; it adds a device and shows its key once',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { serial } = await fixtures.device();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&add=1'));
    const form = addForm(page);
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(form.getByText('Serial number is required')).toBeVisible();
    await expect(field(form, 'Serial')).toBeFocused();
    await field(form, 'Serial').fill('12');
    await field(form, 'Email').fill('no mail');
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(form.getByText('Serial number must be in format xxxx-xxxx-xxxx-xxxx')).toBeVisible();
    await expect(form.getByText('Please enter a valid email address')).toBeVisible();

    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(form, 'Email')).toHaveValue('no mail');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
    await expect(page).not.toHaveURL(/add=/);

    await test.step('a serial number that exists is rejected at its field, and the input is kept', async () => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await field(form, 'Serial').pressSequentially(serial.replaceAll('-', ''));
      await expect(field(form, 'Serial')).toHaveValue(serial);
      await field(form, 'Note').fill('Keep me');
      await form.getByRole('button', { name: 'Add device' }).click();
      await expect(
        form.getByText('Serial number is not unique! Please use a different serial number or generate a new one.'),
      ).toBeVisible();
      await expect(field(form, 'Serial')).toBeFocused();
      await expect(field(form, 'Note')).toHaveValue('Keep me');
    });

    await form.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
    await test.step('adds a device and shows its key once, with which the device can connect', async () => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await form.getByRole('button', { name: 'Generate serial' }).click();
      await expect(field(form, 'Serial')).toHaveValue(/^\d{4}-\d{4}-\d{4}-\d{4}$/);
      const generated = await field(form, 'Serial').inputValue();
      await expect(form.getByText('10 characters left')).toBeVisible();
      await form.getByRole('button', { name: 'Generate pass' }).click();
      await expect(field(form, 'Device pass')).toHaveValue(/^[A-Za-z0-9]{10}$/);
      await expect(form.getByText('0 characters left')).toBeVisible();
      await form.getByRole('button', { name: 'Clear pass' }).click();
      await expect(field(form, 'Device pass')).toHaveValue('');
      await field(form, 'Email').fill(fixtures.sharedEmail);
      await field(form, 'Note').fill('By the door');
      await form.getByRole('button', { name: 'Add device' }).click();

      const shown = page.getByRole('dialog', { name: 'Device added' });
      await expect(shown).toContainText(generated);
      const device_key = await shown.locator('code, pre').innerText();
      await page.keyboard.press('Escape');
      await expect(shown).toBeVisible();
      await expect(shown.getByRole('button', { name: 'Copy key' })).toBeFocused();
      await shown.getByRole('button', { name: 'Done' }).click();
      await shown.getByRole('button', { name: 'Close without the key' }).click();
      await expect(shown).toBeHidden();
      const card = cardOf(page, generated);
      await expect(card).toContainText('By the door');
      await fixtures.connect({ serial: generated, device_key, device_id: 0, pass: '' });
      await expect(card.getByText('Online')).toBeVisible();
    });
  },
);

test(
  'concurrent edits show both values, and no input is lost',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const { serial, device_id } = await fixtures.device({ note: 'old' });
    const admin = await fixtures.admin();
    await open(admin, devicesPath(fixtures.sharedEmail, `&edit=${serial}`));
    const form = editForm(page);
    await field(form, 'Note').fill('mine');
    const change = { note: 'Aname'.repeat(30), email: 'them@belfry.test' };
    await stack.call(devicesAdminHttp.edit, admin, { device_id, ...change });
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('Somebody else has changed this meanwhile')).toBeInViewport();
    await expect(form.getByText('Yours: mine')).toBeVisible();
    await expect(field(form, 'Email')).toHaveValue('them@belfry.test');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    const stored = await stack.call(devicesHttp.info, admin, { device: serial });
    expect(stored.body).toMatchObject({ note: 'mine', email: 'them@belfry.test' });
  },
);

test(
  'edits a device in its drawer, where live metrics do not interrupt the input',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.connect(await fixtures.device());
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const info = drawerOf(page).getByRole('region', { name: 'Device Info' });
    await info.getByRole('button', { name: 'Edit' }).click();
    await field(info, 'Note').fill('Half a sen');
    await waitForSubscription(page, topics.metrics(device.serial));
    await device.metrics({ cpu_usage_percent: 64 });
    await expect(drawerOf(page).getByRole('region', { name: 'System Metrics' })).toContainText('64%');
    await field(info, 'Note').pressSequentially('tence');
    const saved = await watchFor(info, { text: 'Device information updated' });
    await info.getByRole('button', { name: 'Save' }).click();
    await saved();
    await expect(info.getByRole('button', { name: 'Save' })).toBeHidden();
    await expect(drawerOf(page).getByRole('region', { name: 'Notes & Description' })).toContainText('Half a sentence');
  },
);

test(
  'edits a device, and deletes one in mode no only; an unknown device shows an error',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const keep = await fixtures.device({ note: 'Old words' });
    const { serial } = await fixtures.device({ device_mode: 'no' });
    const failure = { status: 409, json: { error: 'It is in use', code: 'mode_forbids' } };
    const undo = await mockResponse(page, requestsTo(devicesAdminHttp.remove, { device_id: '*' }), failure);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    const card = cardOf(page, serial);
    await test.step('a failed delete shows its error', async () => {
      await card.getByRole('button', { name: `Delete ${serial}` }).click();
      await card.getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByText('Error deleting device: It is in use')).toBeVisible();
      await expect(card).toBeVisible();
    });
    await undo();
    await expect(cardOf(page, keep.serial).getByRole('button', { name: `Delete ${keep.serial}` })).toBeHidden();
    await card.getByRole('button', { name: `Delete ${serial}` }).click();
    await expect(card.getByRole('button', { name: 'No' })).toBeFocused();
    await card.getByRole('button', { name: 'No' }).click();
    await card.getByRole('button', { name: `Delete ${serial}` }).click();
    const deleted = await watchForMessage(page, `Device ${serial} deleted`);
    await card.getByRole('button', { name: 'Yes' }).click();
    await expect(card).toBeHidden();
    await deleted();

    await test.step('edits a device; its serial number is read-only, and the pass is kept unless a new one is entered', async () => {
      const edited = keep.serial;
      await cardOf(page, edited)
        .getByRole('button', { name: `Edit ${edited}` })
        .click();
      const form = editForm(page);
      await expect(field(form, 'Serial')).toHaveValue(edited);
      await expect(field(form, 'Serial')).not.toBeEditable();
      await expect(form.getByText('A pass is set. Leave this empty to keep it.')).toBeVisible();
      await field(form, 'Note').fill('New words');
      await form.getByLabel('Device mode').selectOption('blocked');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText(`Device ${edited} updated`)).toBeVisible();
      await expect(form).toBeHidden();
      await expect(cardOf(page, edited)).toContainText('New words');
      await expect(cardOf(page, edited)).toContainText('blocked');
    });

    await test.step('an unknown device shows an error instead of loading endlessly', async () => {
      await page.goto(devicesPath(fixtures.sharedEmail, `&device=${randomSerial()}`));
      await expect(drawerOf(page).getByText('This device does not exist, or is not yours.')).toBeVisible();
    });
  },
);
