import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureChromium } from '../../../support/processes/chromium.ts';
import type { Belfry } from '../belfry.ts';

/** A device card of the console. */
export const CARD = 'article[data-status]';

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

/** Stores what sign-in stores (AUTH-16). */
function storeSession({ key, id }: { key: string; id: string }): void {
  const session = { Authorization: key, user_key: key, admin_user_key: key, user_id: id, user_role: 'root' };
  for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
}
