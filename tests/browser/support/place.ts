import type { Locator, Page } from '@playwright/test';

/** What GET /auth/user/ip says of a person in Berlin whose browser asks for English. */
const BERLIN = {
  ip: '203.0.113.7',
  country: 'Germany',
  countryCode: 'DE',
  phoneCode: '+49',
  city: 'Berlin',
  region: 'Berlin',
  language: 'en',
  timezone: 'Europe/Berlin',
  timezoneUTC: 'UTC+01:00',
  timezoneOffset: 3600,
};

/** What registration shows of a place; each opens its picker. */
export const dialOf = (page: Page): Locator => page.getByRole('button', { name: /^Country calling code/ });
export const countryOf = (page: Page): Locator => page.getByRole('button', { name: /^Country: / });
export const languageOf = (page: Page): Locator => page.getByRole('button', { name: /^Communication language: / });

/** Has the page opened from Berlin, which it learns as soon as `when` has come. */
export const fromBerlin = (
  page: Page,
  change: Partial<Record<keyof typeof BERLIN, string | null>> = {},
  when: Promise<unknown> = Promise.resolve(),
) =>
  page.route('**/api/auth/user/ip*', async (route) => {
    await when;
    await route.fulfill({ json: { ...BERLIN, ...change } });
  });
