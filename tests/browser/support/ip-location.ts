import { locationHttp } from '@belfry/schemas/http/lookups';
import type { Locator, Page } from '@playwright/test';
import { requestsTo } from './requests.ts';

/** The response of GET /auth/user/ip for an address in Berlin and a browser that requests English. */
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

/** The buttons of the registration form that open a picker. */
export const callingCodeOf = (page: Page): Locator => page.getByRole('button', { name: /^Country calling code/ });
export const countryOf = (page: Page): Locator => page.getByRole('button', { name: /^Country: / });

/** Answers the page's request for its location with Berlin, once `when` resolves. */
export const mockIpLocation = (
  page: Page,
  change: Partial<Record<keyof typeof BERLIN, string | null>> = {},
  when: Promise<unknown> = Promise.resolve(),
) =>
  page.route(`${requestsTo(locationHttp.locate)}*`, async (route) => {
    await when;
    await route.fulfill({ json: { ...BERLIN, ...change } });
  });
