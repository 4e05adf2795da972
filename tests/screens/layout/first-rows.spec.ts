import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { createChain } from '../../browser/support/product/places.ts';
import { expect, test } from '../../browser/support/test.ts';

const LISTS = [
  '/places',
  '/places?view=loudspeakers',
  '/library',
  '/library/voices',
  '/calendar?view=list',
  '/settings/people',
  '/activity?view=all',
];
/** Where the first row of a list begins at the latest, in px from the top of the window. */
const SIZES = [
  { width: 1_440, height: 900, most: 132 },
  { width: 390, height: 844, most: 168 },
] as const;

test('the first row of a list is near the top, on a desk and on a phone', async ({ fixtures, open, page, stack }) => {
  const root = await fixtures.root();
  const serial = await createChain(stack, fixtures, root);
  const text = { name: 'Closing', variants: [{ language: 'en', text: 'We close' }] };
  const { body } = await stack.call(messagesHttp.create, root, text);
  const plan = { name: 'Closing', starts_at: '2026-01-01T19:45', rrule: 'FREQ=DAILY' };
  const action = { type: 'message', message_id: body.id };
  await stack.call(schedulesHttp.create, root, { ...plan, action, targets: { devices: [serial.serial] } });
  await open(root, '/help');
  for (const { width, height, most } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const path of LISTS) {
      await page.goto(path);
      // The row is the item of the list around its link. A bar above the page goes away once it is live.
      const row = page.getByRole('main').locator('li:has([data-row])').first();
      await expect(row).toBeVisible();
      const top = async (): Promise<number> => Math.round((await row.boundingBox())?.y ?? Number.NaN);
      await expect.poll(top, `${path} at ${width} px`).toBeLessThanOrEqual(most);
    }
  }
});

test('on a phone the filter of a list and what is set in it are seen without scrolling aside', async ({
  fixtures,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(await fixtures.root(), '/activity?view=reports');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Reports' })).toBeInViewport({ ratio: 1 });
  await page.goto('/activity?view=said&days=30');
  const filter = main.getByRole('button', { name: 'Filter', exact: true });
  await expect(filter).toBeInViewport({ ratio: 1 });
  await expect(main.getByRole('button', { name: 'Clear the filter Last 30 days' })).toBeInViewport({ ratio: 1 });
  await filter.click();
  // No list of places covers the other fields.
  await expect(main.getByRole('combobox', { name: 'Time' })).toBeInViewport({ ratio: 1 });
  await main.getByRole('combobox', { name: 'Time' }).selectOption('365');
  await expect(main.getByRole('button', { name: 'Clear the filter Last 365 days' })).toBeInViewport({ ratio: 1 });
});
