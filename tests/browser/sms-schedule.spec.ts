import type { Page } from '@playwright/test';
import { expectAccessibleLayout, followSystemTheme } from './support/layout-checks.ts';
import { expect, test } from './support/test.ts';

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name });

/** Records the requests of the page, without those of the shell. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  const OF_THE_SHELL = /\/api\/(users\/info|auth|realtime|health|admin\/user\/info)/;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !OF_THE_SHELL.test(pathname)) calls.push(pathname);
  });
  return calls;
}

test('SMS: shows three tabs of future functions and the selected devices, and sends no requests', async ({
  fixtures,
  open,
  page,
}, { outputDir }) => {
  await followSystemTheme(page);
  const calls = watchCalls(page);
  await open(await fixtures.user(), `/sms?devices=${encodeURIComponent('[12,14,15]')}`);
  await expect(tabOf(page, 'Send')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('3 devices selected')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('coming soon');
  await expectAccessibleLayout(page, 'sms', outputDir);
  for (const name of ['History', 'Templates']) {
    await tabOf(page, name).click();
    await expect(page.getByRole('tabpanel')).toContainText('coming soon');
  }
  await expect(page).toHaveURL(/tab=templates/);
  await page.reload();
  await expect(tabOf(page, 'Templates')).toHaveAttribute('aria-selected', 'true');
  for (const devices of ['', '?devices=%5B1%2C2', '?devices=%5B%5D', '?devices=7']) {
    await page.goto(`/sms${devices}`);
    await expect(page.getByText('No devices selected')).toBeVisible();
  }
  expect(calls).toEqual([]);
});

test('schedule: is marked as a demonstration, and its form sends no requests', async ({ fixtures, open, page }, {
  outputDir,
}) => {
  await followSystemTheme(page);
  const calls = watchCalls(page);
  await open(await fixtures.user(), '/schedule');
  await expect(page.getByText(/^This screen is a demonstration/)).toBeVisible();
  for (const [name, figure] of [
    ['Active', 12],
    ['Upcoming', 5],
    ['Total', 47],
  ] as const) {
    const term = page.getByRole('term').filter({ hasText: name });
    await expect(page.locator('div', { has: term }).last().getByRole('definition')).toHaveText(String(figure));
  }
  await tabOf(page, 'Create Schedule').click();
  const form = page.getByRole('form', { name: 'Create Schedule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Morning');
  await form.getByLabel('Date and time').fill('2027-01-01T08:00');
  expect(await form.getByRole('combobox', { name: 'Type' }).locator('option').allInnerTexts()).toEqual([
    'Message Broadcast',
    'System Maintenance',
    'Report Generation',
  ]);
  await form.getByRole('button', { name: 'Create Schedule' }).click();
  await expect(form.getByRole('status')).toContainText('Nothing was created');
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Morning');
  await expectAccessibleLayout(page, 'schedule, the form', outputDir);
  await tabOf(page, 'Manage').click();
  await expect(page.getByRole('tabpanel')).toContainText('coming soon');
  expect(calls).toEqual([]);
});
