import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureChromium } from '../../../support/processes/chromium.ts';
import type { Belfry } from '../belfry.ts';

/** A device card of the console. */
export const CARD = 'article[data-status]';
const CARDS_TIMEOUT_MS = 30_000;

export interface DevicesPage {
  /** The latencies in milliseconds that the page has recorded since the last call. */
  takeLatencies(): Promise<number[]>;
  close(): Promise<void>;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(),
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });

/** Opens a path of the console in a new tab, signed in as the root account. */
export async function openAsRoot(browser: Browser, { key, userId, httpPort }: Belfry, path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(storeSession, { key, id: String(userId) });
  await page.goto(`http://127.0.0.1:${httpPort}${path}`);
  return page;
}

/**
 * Opens the devices page in a browser as the root account and waits for so many cards. From then on the page records,
 * for each status that it shows, the time since the device published it (load/dom.ts).
 */
export async function openDevicesPage(belfry: Belfry, cards: number): Promise<DevicesPage> {
  const browser = await launchBrowser();
  const page = await openAsRoot(browser, belfry, `/devices?page_size=${cards}`);
  await page.waitForFunction(
    ([selector, count]) => document.querySelectorAll(selector).length >= count,
    [CARD, cards] as const,
    { timeout: CARDS_TIMEOUT_MS },
  );
  await recordLatencies(page);
  return {
    takeLatencies: () => page.evaluate(() => window.latencies.splice(0)),
    close: () => browser.close(),
  };
}

declare global {
  interface Window {
    latencies: number[];
  }
}

/** Stores what sign-in stores (AUTH-16). */
function storeSession({ key, id }: { key: string; id: string }): void {
  const session = { Authorization: key, user_key: key, admin_user_key: key, user_id: id, user_role: 'root' };
  for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
}

async function recordLatencies(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.latencies = [];
    const record = (node: Node): void => {
      const publishedAt = /\bvt(\d+\.\d)/.exec(node.textContent ?? '')?.[1];
      if (publishedAt !== undefined)
        window.latencies.push(performance.timeOrigin + performance.now() - Number(publishedAt));
    };
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.nodeType === Node.TEXT_NODE) record(target);
    }).observe(document.body, { subtree: true, characterData: true });
  });
}
