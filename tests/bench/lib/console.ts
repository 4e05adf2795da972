import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../support/chromium.ts';
import type { Belfry } from './belfry.ts';

const CARD = 'article[data-status]';
const CARDS_TIMEOUT_MS = 30_000;

export interface Screen {
  /** The latencies in milliseconds that the page has noted since the last call. */
  takeLatencies(): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * Opens the devices page of Belfry in a real browser, as its root account, and waits for so many cards. From then on the
 * page notes for each version that it shows how long ago the device said it (load/dom.ts).
 */
export async function openScreen(belfry: Belfry, cards: number): Promise<Screen> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(signIn, { key: belfry.key, id: String(belfry.userId) });
  await page.goto(`http://127.0.0.1:${belfry.httpPort}/devices?page_size=${cards}`);
  await page.waitForFunction(
    ([selector, count]) => document.querySelectorAll(selector).length >= count,
    [CARD, cards] as const,
    { timeout: CARDS_TIMEOUT_MS },
  );
  await watch(page);
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

/** What sign-in stores; see AUTH-16. */
function signIn({ key, id }: { key: string; id: string }): void {
  const session = { Authorization: key, user_key: key, admin_user_key: key, user_id: id, user_role: 'root' };
  for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.latencies = [];
    const note = (node: Node): void => {
      const said = /\bvt(\d+\.\d)/.exec(node.textContent ?? '')?.[1];
      if (said !== undefined) window.latencies.push(performance.timeOrigin + performance.now() - Number(said));
    };
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.nodeType === Node.TEXT_NODE) note(target);
    }).observe(document.body, { subtree: true, characterData: true });
  });
}
