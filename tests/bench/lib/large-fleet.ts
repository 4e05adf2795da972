import { runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import type { Browser } from '@playwright/test';
import { startBelfry, type Belfry } from './belfry.ts';
import { launchBrowser } from './browser/console.ts';
import { startSimulatedFleet } from './simulated-fleet.ts';

export const LARGE_FLEET = {
  devices: 10_000,
  /** With this interval the fleet publishes 333 records a second. */
  intervalS: 30,
  rampS: 90,
  settleMs: 30_000,
};
/** Devices that exist and have never connected. */
export const OFFLINE_DEVICES = 500;

/** The product with 10,000 connected simulated devices and a browser beside it, all on this machine. */
export type LargeFleet = { belfry: Belfry; browser: Browser; stop(): Promise<void> };

export async function startLargeFleet(): Promise<LargeFleet> {
  await ensureWebBuilt(runToEnd);
  const belfry = await startBelfry();
  await belfry.provision(OFFLINE_DEVICES);
  const fleet = await startSimulatedFleet(belfry, LARGE_FLEET);
  await belfry.pool.query('analyze');
  const browser = await launchBrowser();
  return {
    belfry,
    browser,
    stop: async () => {
      await browser.close();
      await fleet.stop();
      await belfry.stop();
    },
  };
}
