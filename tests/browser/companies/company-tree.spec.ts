import { topics } from '@belfry/schemas/mqtt/topics';
import type { Locator, Page } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { check, panelOf, rowOf, rowsOf, toolOf } from '../support/pages/company-tree-page.ts';
import { retryAfter } from '../support/pages/devices-page.ts';
import { furnishTree } from '../support/product/places.ts';
import { watchFor } from '../support/watch-for.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { requestsTo, mockResponse } from '../support/requests.ts';

const nameOf = (page: Page, name: string): Locator => rowOf(page, name).getByTitle(name, { exact: true });
const selectedOf = (page: Page): Locator => panelOf(page).getByRole('region', { name: 'Selected Audio Devices' });
const styleOf = (box: Locator, property: string): Promise<string> =>
  box.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);

test(
  'a tree can be viewed, selected, edited and deleted from',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { main, door, hall } = await furnishTree(stack, fixtures, user);
    const mqttDevice = await fixtures.connect(door.device);
    await page.clock.install();
    await open(user, `/navigation?company=${main.company_id}`);

    // Styles per level: font, indent and colour.
    await expect(rowsOf(page)).toHaveCount(6);
    const styles = await Promise.all(
      ['Head office', 'North', 'Shop 1', 'Door'].map(async (name) => [
        await styleOf(nameOf(page, name), 'font-size'),
        await styleOf(rowOf(page, name), 'padding-inline-start'),
        await styleOf(nameOf(page, name), 'color'),
      ]),
    );
    expect(styles.map(([font]) => font)).toEqual(['18px', '17px', '16px', '15px']);
    expect(styles.map(([, indent]) => indent)).toEqual(['4px', '28.5px', '53px', '77.5px']);
    expect(new Set(styles.map(([, , colour]) => colour)).size).toBe(4);

    // Status changes appear without a reload.
    const status = rowOf(page, 'Door').locator('[data-status]');
    await expect(status).toHaveAttribute('data-status', 'online');
    await mqttDevice.status({ status: 'maintenance' });
    await expect(status).toHaveAttribute('data-status', 'maintenance');
    await waitForSubscription(page, topics.userEvents(user.id));
    await stack.call(companyChangesHttp.add, user, {
      name: 'South',
      type: 'Element',
      parent_company_id: main.company_id,
    });
    await expect(rowOf(page, 'South')).toBeVisible();

    // Selection and its effect on other nodes.
    await expect(selectedOf(page)).toContainText('No audio devices selected');
    expect(await styleOf(nameOf(page, 'Door'), 'text-decoration-line')).toBe('line-through');
    await toolOf(page, 'Close North').click();
    await expect(rowOf(page, 'Door')).toBeHidden();
    await check(page, 'North');
    await expect(rowOf(page, 'Door')).toHaveAttribute('aria-checked', 'true');
    await expect(rowOf(page, 'Head office')).toHaveAttribute('aria-checked', 'mixed');
    expect(await styleOf(nameOf(page, 'Door'), 'text-decoration-line')).toBe('none');
    await expect(panelOf(page)).toContainText('Selected Audio: 2');
    await expect(selectedOf(page).getByRole('listitem')).toHaveCount(2);
    expect(await styleOf(selectedOf(page).getByRole('list').locator('..'), 'max-height')).toBe('200px');
    await panelOf(page).getByText('Devices', { exact: true }).click();
    const devices = panelOf(page).getByRole('list', { name: 'All Devices' });
    await expect(devices.getByRole('checkbox', { checked: true })).toHaveCount(3);
    expect(await styleOf(devices.locator('..'), 'max-height')).toBe('400px');
    await panelOf(page).getByText('Tree', { exact: true }).last().click();

    // An edit in place links to the complete form.
    await toolOf(page, 'Close North').click();
    await page.reload();
    await expect(rowOf(page, 'North')).toHaveAttribute('aria-expanded', 'false');
    await rowOf(page, 'North').hover();
    await toolOf(page, 'Edit North').click();
    const form = panelOf(page).getByRole('form', { name: 'Edit Element' });
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await form.getByRole('textbox', { name: 'Name' }).fill('Northern');
    const highlighted = await watchFor(panelOf(page), { selector: '[aria-label^="Northern,"][data-highlighted=true]' });
    await page.keyboard.press('Enter');
    await highlighted();
    await expect(rowOf(page, 'Northern')).toHaveAttribute('aria-checked', 'false');

    // A deleted node releases its device.
    await toolOf(page, 'Open Northern').click();
    await rowOf(page, 'Hall').hover();
    await expect(toolOf(page, 'Delete Northern')).toHaveCount(0);
    // The question closes by itself after five seconds.
    await stopClock(page);
    await toolOf(page, 'Delete Hall').click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.clock.resume();
    await expect(rowOf(page, 'Hall')).toHaveCount(0);
    await expect(rowOf(page, 'Shop 1')).toBeFocused();
    const waiting = await stack.call(devicesHttp.listWaiting, user);
    expect(waiting.body).toMatchObject([{ serial: hall.device.serial }]);
  },
);

test(
  'an administrator views a node as JSON, and sends an SMS to its devices',
  { tag: '@full' },
  async ({ fixtures, context, open, page, stack }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const admin = await fixtures.admin();
    const { main, door } = await furnishTree(stack, fixtures, admin);
    await open(admin, `/navigation?company=${main.company_id}`);
    await rowOf(page, 'Door').hover();
    await toolOf(page, 'JSON view of Door').click();
    const dialog = page.getByRole('dialog', { name: 'JSON of Door' });
    await dialog.getByRole('button', { name: 'Copy' }).click();
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('company_id');
    expect(JSON.parse(await copied())).toMatchObject({
      company_id: door.company_id,
      serial: door.device.serial,
      level: 3,
    });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(toolOf(page, 'JSON view of Door')).toBeFocused();

    const restore = await mockResponse(page, requestsTo(companiesHttp.tree), { status: 500, body: '' });
    await toolOf(page, 'Refresh').click();
    await expect(panelOf(page).getByRole('alert')).toContainText('Ошибка обновления дерева');
    await expect(rowOf(page, 'Door')).toBeVisible();
    await retryAfter(page, panelOf(page).getByRole('alert').getByRole('button', { name: 'Retry' }), restore);
    await expect(panelOf(page).getByRole('alert')).toHaveCount(0);

    await check(page, 'Shop 1');
    await selectedOf(page).getByRole('link', { name: 'Send SMS' }).click();
    await expect(page).toHaveURL(/\/sms\?devices=/);
    await expect(page.getByRole('main')).toContainText('2');
  },
);
