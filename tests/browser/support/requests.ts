import type { Endpoint } from '@belfry/schemas/http/endpoint';
import type { Page, Route } from '@playwright/test';
import { pathOf, type SentFields } from '../../support/http-client.ts';

/**
 * The pattern of the requests of a page to an endpoint with these fields. A field `*` stands for any value. Requests that have a query, which
 * the fields do not name, need an asterisk more.
 */
export const requestsTo = <E extends Endpoint>(endpoint: E, input?: SentFields<E>): string =>
  `**${pathOf(endpoint, input)}`;

type MockResponse = Parameters<Route['fulfill']>[0] | 'failed' | 'connectionrefused';

/** Answers all requests that match a pattern with this response. @returns a function that removes the mock. */
export async function mockResponse(page: Page, pattern: string, reply: MockResponse): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => (typeof reply === 'string' ? route.abort(reply) : route.fulfill(reply)));
  return () => page.unroute(pattern);
}
