import { topics } from '@belfry/schemas/mqtt/topics';
import type { Locator, Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { slowDownSounds } from '../support/slow-sounds.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { requestsTo } from '../support/requests.ts';

/** A language that no other test uses, with two female and two male voices. */
const CODE = 'cy';
const [ANNA, DAI] = ['cy-GB-Standard-A', 'cy-GB-Standard-B'];

const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Voices' });
const rowOf = (page: Page, code: string): Locator => tableOf(page).getByRole('row').filter({ hasText: code });
const languageOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Language' });
/** The request with which the page looks whether the sample of the voice exists. */
const LOOK = `${requestsTo(voicesHttp.list, { q: ANNA })}&*`;

/** Holds the look for a new sample back until it is created: the page looks for three seconds only (VOICE-13), and to speak it may take longer. */
const answerWhenCreated = (page: Page, stack: Stack, key: string): Promise<unknown> =>
  page.route(LOOK, async (route) => {
    const isCreating = async (): Promise<boolean> => {
      const { body } = await stack.call(voicesHttp.list, { key }, { q: ANNA });
      return body.some(({ voice_name, sample_state }) => voice_name === ANNA && sample_state === 'creating');
    };
    await until('the sample is created', isCreating, (creating) => !creating, 60_000, 200);
    await route.continue();
  });

const says = (page: Page, text: string | RegExp): Promise<void> => expect(page.getByText(text)).toBeVisible();

test('an administrator finds, plays, blocks and renames a voice, and manages its sample', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const admin = await fixtures.admin();
  await slowDownSounds(page);
  await open(admin, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Voices', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Voices \([\d,]+\)$/);

  await languageOf(page).click();
  const list = page.getByRole('listbox', { name: 'Language' });
  expect(await list.evaluate((node) => node.clientHeight)).toBeLessThanOrEqual(220);
  await languageOf(page).fill('welsh');
  await page.getByRole('option', { name: 'Welsh', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voices (4)');
  await expect(page).toHaveURL(/\/voices\?language=cy$/);
  await page.goto('/voices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voices (4)');

  const row = rowOf(page, ANNA);
  await answerWhenCreated(page, stack, admin.key);
  const created = await watchForMessage(page, 'The sample of Welsh A (female) was created.', 'status');
  await row.getByRole('button', { name: /^GET: create the sample/ }).click();
  await expect(row.getByRole('button', { name: /^Play the sample/ })).toBeVisible({ timeout: 60_000 });
  await created();
  await page.unroute(LOOK);
  const audio = page.waitForResponse((response) => response.url().endsWith(`/audio/samples/${ANNA}.mp3`));
  await row.getByRole('button', { name: /^Play the sample/ }).click();
  expect((await audio).headers()['content-type']).toBe('audio/mpeg');
  await expect(row.getByRole('button', { name: /^Stop the sample/, pressed: true })).toBeVisible();

  await row.getByRole('button', { name: /^Block / }).click();
  await expect(row).toContainText('Blocked');
  // The change is shown before the server has responded.
  await expect(row.getByRole('button', { name: /^Unblock / })).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(row).toContainText('Blocked');
  await row.getByRole('button', { name: /^Unblock / }).click();
  await expect(row).toContainText('Active');

  await row.getByRole('button', { name: /^Rename / }).click();
  await row.getByRole('textbox', { name: /^New name of / }).fill('Anwen');
  const renamed = await watchForMessage(page, 'Voice successfully renamed', 'status');
  await page.keyboard.press('Enter');
  await renamed();
  await row.getByRole('button', { name: 'Quick rename: Anwen' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'New name' }).fill('Welsh A (female)');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Welsh A (female)');

  // Changes of others appear without a reload.
  await waitForSubscription(page, topics.userEvents(admin.id));
  await stack.call(voicesBulkHttp.block, admin, { display_name: 'Welsh B (male)', block: true });
  await expect(rowOf(page, DAI)).toContainText('Blocked');
  await stack.call(voicesBulkHttp.block, admin, { display_name: 'Welsh B (male)', block: false });
  await expect(rowOf(page, DAI)).toContainText('Active');

  await row.getByRole('button', { name: /^Delete the sample/ }).click();
  const deleted = await watchForMessage(page, 'The sample of Welsh A (female) was deleted.', 'status');
  await row.getByRole('button', { name: 'Yes' }).click();
  await deleted();
  await expect(row.getByRole('button', { name: /^GET: create the sample/ })).toBeVisible();
});

test(
  'the samples of all filtered voices are created one by one, then all are deleted',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.admin(), `/voices?language=${CODE}&q=(male)`);
    const create = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Create Samples' }).click();
      await says(page, 'Are you sure you want to create samples for all voices by filter?');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
    };
    const done = await watchForMessage(page, 'Done! Success: 2, errors: 0', 'status');
    await create();
    await expect(tableOf(page).getByRole('button', { name: /^Play the sample/ })).toHaveCount(2, { timeout: 60_000 });
    await done();
    const nothing = await watchForMessage(page, 'All voices already have samples!', 'status');
    await create();
    await nothing();

    const synchronized = await watchForMessage(page, 'Synchronization completed successfully!', 'status');
    await page.getByRole('button', { name: 'Synchronize' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Synchronize' }).click();
    await synchronized();

    const reset = await watchForMessage(page, 'All samples successfully reset!', 'status');
    await page.getByRole('button', { name: 'Reset All' }).click();
    for (const answer of ['Continue', 'Continue', 'Delete all']) {
      await page.getByRole('dialog').getByRole('button', { name: answer }).click();
    }
    await reset();
    await expect(tableOf(page).getByRole('button', { name: /^GET: create the sample/ })).toHaveCount(2);
  },
);

test(
  'voices are filtered by gender, selected and blocked together',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const admin = await fixtures.admin();
    await open(admin, `/voices?language=${CODE}`);
    const rows = tableOf(page).locator('tbody tr');
    await expect(rows.filter({ hasText: 'Welsh B (male)' })).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Gender' }).selectOption('Female');
    await expect(page).toHaveURL(/gender=FEMALE/);
    await expect(rows.filter({ hasText: 'Welsh B (male)' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select Welsh A (female)' }).check();
    const selection = page.getByRole('region', { name: 'Selection' });
    const blocked = await watchForMessage(page, '1 voice is blocked', 'status');
    await selection.getByRole('button', { name: 'Block', exact: true }).click();
    await blocked();
    await expect(rowOf(page, 'Welsh A (female)')).toContainText('Blocked');
    await page.getByRole('checkbox', { name: 'Select Welsh A (female)' }).check();
    const unblocked = await watchForMessage(page, '1 voice is unblocked', 'status');
    await selection.getByRole('button', { name: 'Unblock' }).click();
    await unblocked();
    const { body } = await stack.call(voicesHttp.list, admin, { language: 'cy', blocked: 'yes' });
    expect(body).toEqual([]);
  },
);

test(
  'the catalogue is for administrators: a user sees no link and no page, and no request is sent',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/voices/voices') && requests.push(request.url()));
    await open(user, '/voices');
    await says(page, /^Access Denied/);
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Voices', exact: true })).toHaveCount(0);
    expect(requests).toEqual([]);
    expect((await stack.call(voicesHttp.list, user)).status).toBe(403);
  },
);
