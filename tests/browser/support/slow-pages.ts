import type { BrowserContext } from '@playwright/test';

/** How much slower than this machine and its loopback network the pages of a story are. */
export type Slowness = {
  /** How many times as long a page's processor needs; 1 is not slowed down. */
  cpuRate: number;
  /** Added to each request of a page, in ms. */
  latencyMs: number;
};

/**
 * Slows down every page that this context opens from now on, so that a story which depends on the speed of the machine fails here
 * and not once in a hundred runs elsewhere.
 */
export function slowDownPages(context: BrowserContext, { cpuRate, latencyMs }: Slowness): void {
  if (cpuRate === 1 && latencyMs === 0) return;
  context.on('page', async (page) => {
    try {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: latencyMs,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    } catch {
      // The page was closed meanwhile.
    }
  });
}
