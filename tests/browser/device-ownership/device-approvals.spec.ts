import { randomSerial } from '@belfry/schemas/domain/serial';
import type { Browser, Locator, Page } from '@playwright/test';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Stack } from '../../support/stack.ts';
import type { FixtureUser } from '../support/fixtures.ts';
import { storeSession } from '../support/product/session.ts';
import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { requestsTo } from '../support/requests.ts';

const OWN = '/settings?tab=devices';
const requestOf = (page: Page, serial: string): Locator =>
  page.getByRole('list', { name: 'Waiting for approval' }).getByRole('listitem').filter({ hasText: serial });

/** Opens a page for another user in a browser context of its own. */
async function openApart(browser: Browser, stack: Stack, person: FixtureUser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await storeSession(page, person);
  await page.goto(path);
  return page;
}

// All tests share one product, so remaining requests would appear in the next test.
test.afterEach(({ stack }) =>
  stack.db
    .deleteFrom('device_approvals')
    .execute()
    .then(() => undefined),
);

test(
  'a user claims a device without its pass and owns it after the approval',
  { tag: '@full' },
  async ({ fixtures, open, page, stack, browser }) => {
    const [admin, person] = [await fixtures.admin(), await fixtures.user()];
    const { serial } = await fixtures.device({ pass_hash: null, note: null });
    await open(person, OWN);
    await waitForSubscription(page, topics.userEvents(person.id));
    await page.getByRole('button', { name: 'Add Device', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Device' });
    await dialog.getByRole('textbox', { name: /^Serial number/ }).fill(serial);
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Beside the till');
    await dialog.getByRole('button', { name: 'Add Device' }).click();
    await expect(page.getByText(`Device ${serial} is waiting for the approval of an administrator`)).toBeVisible();
    await expect(requestOf(page, serial)).toContainText('Waiting for an administrator');
    await expect(page.getByRole('article', { name: `Device ${serial}` })).toBeHidden();

    const office = await openApart(browser, stack, admin, '/devices');
    await expect(requestOf(office, serial)).toContainText(`(${person.email}) says that this device is theirs`);
    await expect(requestOf(office, serial)).toContainText('Beside the till');
    await office.getByRole('button', { name: `Approve ${serial}` }).press('Enter');
    await expect(office.getByText(`Device ${serial} approved`)).toBeVisible();
    await expect(requestOf(office, serial)).toBeHidden();
    await office.context().close();

    await expect(page.getByRole('article', { name: `Device ${serial}` })).toBeVisible();
    await expect(requestOf(page, serial)).toBeHidden();
  },
);

test(
  'an administrator sees new requests, and rejects one after a confirmation',
  { tag: '@full' },
  async ({ fixtures, open, page, stack, browser }) => {
    const [admin, person] = [await fixtures.admin(), await fixtures.user()];
    const serial = randomSerial();
    await open(admin, '/devices');
    await waitForSubscription(page, topics.userEvents(admin.id));
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeHidden();
    await stack.call(enrolmentHttp.register, person, { serial });
    await expect(requestOf(page, serial)).toContainText('wants to add this device, which nobody has seen yet');
    const row = requestOf(page, serial);
    await row.getByRole('button', { name: `Reject ${serial}` }).press('Enter');
    await expect(row).toContainText('Reject?');
    await page.keyboard.press('Escape');
    await expect(row).not.toContainText('Reject?');
    await row.getByRole('button', { name: `Reject ${serial}` }).press('Enter');
    await row.getByRole('button', { name: 'Reject', exact: true }).press('Enter');
    await expect(page.getByText(`Device ${serial} rejected`)).toBeVisible();
    await expect(requestOf(page, serial)).toBeHidden();

    const own = await openApart(browser, stack, person, OWN);
    await expect(requestOf(own, serial)).toContainText('Not approved');
    await own.getByRole('button', { name: `Dismiss ${serial}` }).click();
    await expect(requestOf(own, serial)).toBeHidden();
    await own.context().close();
  },
);

test(
  'a request that another administrator has decided is reported',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const [admin, person] = [await fixtures.admin(), await fixtures.user()];
    const serial = randomSerial();
    const claim = await stack.call(enrolmentHttp.register, person, { serial });
    await open(admin, '/devices');
    await expect(requestOf(page, serial)).toBeVisible();
    await page.route(requestsTo(approvalsHttp.approve, { id: '*' }), async (route) => {
      await stack.call(approvalsHttp.reject, admin, { id: claim.body.id });
      await route.continue();
    });
    await page.getByRole('button', { name: `Approve ${serial}` }).click();
    await expect(page.getByText('This request is not waiting any more')).toBeVisible();
    await expect(requestOf(page, serial)).toBeHidden();
  },
);
