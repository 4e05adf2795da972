import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import type { Locator } from '@playwright/test';
import { createUser } from '../../support/factories.ts';
import { createCalendar, WEEK } from '../../browser/support/pages/calendar-page.ts';
import { devicesPath, drawerOf } from '../../browser/support/pages/devices-page.ts';
import { tableOf, usersPath } from '../../browser/support/pages/users-page.ts';
import { waitForStoredMetrics } from '../../browser/support/product/stored.ts';
import { expect, test } from '../../browser/support/test.ts';
import { PHONE } from '../support/screen-test.ts';

test('the tabs of the settings are beside each other where there is room', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/settings');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(6);
  const firstRow = async (): Promise<number> => {
    const tops = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)));
    return tops.filter((top) => top === tops[0]).length;
  };
  for (const [width, beside] of [
    [769, 1],
    [768, 3],
    [480, 2],
    [320, 2],
    [300, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(firstRow, `tabs beside each other at ${width} px`).toBe(beside);
  }
  await page.setViewportSize({ width: 320, height: 900 });
  await expect(tabs.first().locator('svg')).toBeHidden();
});

test('on a small phone the tabs of a place are one row, which scrolls to the open one', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const { company } = await createCalendar(stack, user);
  await page.setViewportSize({ width: 320, height: 800 });
  await open(user, `/places/${company}?tab=about`);
  const row = page.getByRole('tablist', { name: 'Riga' });
  const tabs = row.getByRole('tab');
  const [first, last] = [tabs.first(), tabs.last()];
  await expect(last).toBeInViewport();
  await expect(first).not.toBeInViewport();
  // What is cut at an edge fades; at the other one nothing is cut.
  await expect(row).toHaveAttribute('data-more-before');
  await expect(row).not.toHaveAttribute('data-more-after');
  await expect(row).toHaveCSS('mask-image', /linear-gradient/);
  const rows = () => tabs.evaluateAll((all) => new Set(all.map((tab) => tab.getBoundingClientRect().top)).size);
  await expect.poll(rows).toBe(1);
  await last.press('ArrowRight');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();
});

test('on a phone the calendar names time and event of each date', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { add } = await createCalendar(stack, user);
  await add({ name: 'Lunch', starts_at: '2035-01-01T13:30', rrule: 'FREQ=DAILY' });
  await page.setViewportSize(PHONE);
  await open(user, `/calendar?date=${WEEK}`);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Lunch' }).first();
  await expect(row).toContainText('13:30');
});

test('users are a table down to 769 px, and cards below', async ({ fixtures, open, page, stack }) => {
  const mark = String(fixtures.sharedEmail.split('@')[0]);
  await createUser(stack, { name: `Anna ${mark}` });
  await createUser(stack, { name: `Yves ${mark}`, country: 'India', country_code: 'IN' });
  await page.setViewportSize({ width: 769, height: 800 });
  await open(await fixtures.root(), usersPath(mark));
  await expect(tableOf(page)).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(tableOf(page)).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article', { name: `Yves ${mark}` })).toContainText('India');
  // The number of users and Refresh share a line, also on a phone, where the filters are folded.
  const middleOf = async (piece: Locator): Promise<number> => {
    const box = await piece.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' });
  const number = page.getByText(/^Found 2 of \d+$/);
  const apart = async () => Math.abs((await middleOf(refresh)) - (await middleOf(number)));
  await expect.poll(apart).toBeLessThan(4);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('button', { name: 'Filters (0)' })).toBeVisible();
  await expect.poll(apart).toBeLessThan(4);
});

test('a link to the history of a device shows its chart in a low window', async ({ fixtures, open, page, stack }) => {
  const device = await fixtures.connect(await fixtures.device());
  await device.metrics({ cpu_usage_percent: 10 });
  await waitForStoredMetrics(stack, device.serial);
  await page.setViewportSize({ width: 768, height: 600 });
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}&details_range=30d`));
  await expect(drawerOf(page).getByRole('figure', { name: /over the chosen time/ })).toBeInViewport({ ratio: 0.9 });
});

test('in the form of a device on a phone a name without spaces wraps', async ({ fixtures, open, page, stack }) => {
  const { serial, device_id } = await fixtures.device({ note: 'old' });
  const admin = await fixtures.admin();
  await page.setViewportSize(PHONE);
  await open(admin, devicesPath(fixtures.sharedEmail, `&edit=${serial}`));
  const form = page.getByRole('dialog', { name: 'Edit Device' });
  await form.getByRole('textbox', { name: 'Note' }).fill('mine');
  const body = { note: 'Aname'.repeat(30) };
  await stack.call(devicesAdminHttp.edit, admin, { device_id, ...body });
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('Somebody else has changed this meanwhile')).toBeInViewport();
  expect(await form.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});
