import { expect, type Locator, type Page } from '@playwright/test';

/** Locators of the devices page and its header. */
export const cardOf = (page: Page, serial: string): Locator => page.getByRole('article', { name: `Device ${serial}` });
export const cardsOf = (page: Page): Locator => page.getByRole('article');
export const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Device Details' });
export const filtersOf = (page: Page): Locator => page.getByRole('region', { name: 'Filters' });
export const searchOf = (page: Page): Locator => filtersOf(page).getByRole('textbox', { name: 'Search' });
export const pagerOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
/** What screen readers are told of the connection: Connecting, Live, Reconnecting or Offline. */
export const connectionOf = (page: Page): Locator => page.locator('output[data-connection]');

/** The panel with the commands for every device. */
export const broadcastPanelOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Device Management Commands' });
/** Chooses one of its commands. */
export async function chooseBroadcast(page: Page, name: string): Promise<void> {
  await broadcastPanelOf(page).getByRole('button', { name: 'Commands for all devices' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Waits until the page is connected by MQTT. It refetches everything then; later changes of mocks take effect on request only. */
export const waitUntilLive = (page: Page): Promise<void> => expect(connectionOf(page)).toHaveText('Live');

const CLICK_TIMEOUT_MS = 30_000;

/**
 * Presses Retry after `mend` has ended the failure. A page whose connection took long requests everything again, and the answer to
 * that replaces the button, so this waits for it first. An event of the server may still make the page recover by itself between
 * `mend` and the click; the button is gone then, and nothing is left to press.
 */
export async function retryAfter(page: Page, retry: Locator, mend: () => Promise<unknown>): Promise<void> {
  await waitUntilLive(page);
  await expect(retry).toBeEnabled();
  await mend();
  await retry.click({ timeout: CLICK_TIMEOUT_MS }).catch(async (error: unknown) => {
    if ((await retry.count()) > 0) throw error;
  });
}

/** The path of the devices page, filtered by the devices of this test. */
export const devicesPath = (sharedEmail: string, parameters = ''): string =>
  `/devices?q=${encodeURIComponent(sharedEmail)}${parameters}`;

/** Presses Reboot in the details of a device, and confirms it. */
export async function rebootIn(page: Page): Promise<void> {
  await drawerOf(page).getByRole('button', { name: 'Reboot' }).click();
  await confirmReboot(page);
}

export const confirmReboot = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Reboot this device?' }).getByRole('button', { name: 'Reboot' }).click();
