import { expect, type Locator, type Page } from '@playwright/test';

/** Where people find things on the page. */
export const cardOf = (page: Page, serial: string): Locator => page.getByRole('article', { name: `Device ${serial}` });
export const cardsOf = (page: Page): Locator => page.getByRole('article');
export const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Device Details' });
export const filtersOf = (page: Page): Locator => page.getByRole('region', { name: 'Filters' });
export const searchOf = (page: Page): Locator => filtersOf(page).getByRole('textbox', { name: 'Search' });
export const pagerOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
/** Live, Reconnecting or Offline in the header. */
export const connectionOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^(Live|Reconnecting|Offline)\./ });

/** When the live connection is there everything is read again: what a story repairs later is then read on request only. */
export const untilLive = (page: Page): Promise<void> => expect(connectionOf(page)).toHaveText('Live');

/** The devices page with this story's devices only. */
export const fleetOf = (mark: string, more = ''): string => `/devices?q=${encodeURIComponent(mark)}${more}`;
