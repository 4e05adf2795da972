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
