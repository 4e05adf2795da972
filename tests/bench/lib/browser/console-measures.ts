import type { Page } from '@playwright/test';
import { ROOT } from '../belfry.ts';
import { CARD, openAsRoot } from './console.ts';
import type { LargeFleet } from '../large-fleet.ts';
import { measureListChange } from './list-latency.ts';
import { quantile } from '../statistics.ts';
import { tracePage, type Trace } from './trace.ts';

export const TRACE_MS = 20_000;
const CHANGES = 12;
const HEAP_SETTLE_MS = 60_000;
const HEAP_MS = 600_000;
const MIB = 1_048_576;

/** Milliseconds after the first cards until the tab has connected and shows everything. */
const PAGE_SETTLE_MS = 5_000;

/** The devices page with the default number of cards, or so many. */
export const devicesPage = ({ browser, belfry }: LargeFleet, cards = 8): Promise<Page> =>
  openAsRoot(browser, belfry, `/devices?page_size=${cards}`);
export const wallPage = ({ browser, belfry }: LargeFleet): Promise<Page> =>
  openAsRoot(browser, belfry, '/devices?view=wall');

/** From the click on Sign In to the first cards, in ms. */
export async function firstCards({ browser, belfry }: LargeFleet): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${belfry.httpPort}/devices`);
  await page.getByRole('textbox', { name: 'Email' }).fill(ROOT.ROOT_EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(ROOT.ROOT_PASSWORD);
  const latency = await measureListChange(page, () => page.getByRole('button', { name: 'Sign In' }).click());
  await page.close();
  return latency;
}

/** Changes of filter and page until other devices are shown: p95 in ms. */
export async function listChanges(fleet: LargeFleet): Promise<number> {
  const page = await devicesPage(fleet);
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

/** Traces a page after the selector `ready` is there, closes it, and returns one figure of the trace. */
export async function traced(fleet: LargeFleet, page: Page, ready: string, figure: keyof Trace): Promise<number> {
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(PAGE_SETTLE_MS);
  const trace = await tracePage(fleet.browser, page, TRACE_MS);
  await page.close();
  return trace[figure];
}

/** Growth of the used heap after a full collection, in MiB, of a tab that shows the fleet for ten minutes. */
export async function heapGrowth(fleet: LargeFleet): Promise<number> {
  const page = await devicesPage(fleet);
  const session = await page.context().newCDPSession(page);
  const used = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / MIB;
  };
  await page.waitForTimeout(HEAP_SETTLE_MS);
  const before = await used();
  await page.waitForTimeout(HEAP_MS);
  const growth = (await used()) - before;
  await page.close();
  return growth;
}
