import { CARD, openAsRoot } from './console.ts';
import type { LargeFleet } from '../large-fleet.ts';
import { measureListChange } from './list-latency.ts';
import { quantile } from '../statistics.ts';

const CHANGES = 12;

/** Milliseconds after the first cards until the tab has connected and shows everything. */
const PAGE_SETTLE_MS = 5_000;

/** Changes of filter and page until other devices are shown: p95 in ms. */
export async function listChanges({ browser, belfry }: LargeFleet): Promise<number> {
  const page = await openAsRoot(browser, belfry, '/devices?page_size=8');
  await page.locator(CARD).first().waitFor();
  await page.waitForTimeout(PAGE_SETTLE_MS);
  const filters = page.getByRole('region', { name: 'Filters' });
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next', exact: true });
  const latencies: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const status = change % 2 === 0 ? 'offline' : 'online';
    latencies.push(await measureListChange(page, () => filters.getByLabel('Status').selectOption(status)));
    latencies.push(await measureListChange(page, () => next.click()));
  }
  await page.close();
  return quantile(
    latencies.toSorted((a, b) => a - b),
    0.95,
  );
}
