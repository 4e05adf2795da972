import { expect, test as base, type ConsoleMessage } from '@playwright/test';
import { startStack, type Stack } from '../../support/stack.ts';
import { createCast, type Cast, type Person } from './cast.ts';
import { consoleOf, enter } from './visitor.ts';
import { readAlong } from './subscriptions.ts';
import { startMortalProduct, type MortalProduct } from './processes.ts';

type Stories = {
  /** People and devices of this story, in the product that this page shows. */
  cast: Cast;
  /** Opens a path as this person, who has just signed in. */
  open(person: Person, path: string): Promise<void>;
};
type Products = { stack: Stack; mortal: MortalProduct };

/** What the browser itself says about requests that a story makes fail, and about the tools of the story in a mail's frame. */
const NETWORK =
  /Failed to load resource|WebSocket (connection to|is already in CLOSING)|net::ERR_|Blocked script execution in 'about:srcdoc'/;

/** A story with the whole product behind it. Any error in the page's console fails it: policy, React, or ours. */
export const test = base.extend<Stories, Products>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const stack = await startStack(consoleOf(process.env));
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  mortal: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const product = await startMortalProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  cast: async ({ stack }, use) => {
    const cast = createCast(stack);
    await use(cast);
    await cast.leave();
  },
  context: async ({ context }, use) => {
    readAlong(context);
    await use(context);
  },
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => isComplaint(message) && errors.push(message.text()));
    await use(page);
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
  open: async ({ page }, use) =>
    use(async (person, path) => {
      await enter(page, person);
      await page.goto(path);
    }),
});

/** The same with api and broker as processes that a story may kill. */
export const mortalTest = test.extend({
  baseURL: async ({ mortal }, use) => use(mortal.url),
  cast: async ({ mortal }, use) => {
    const cast = createCast(mortal);
    await use(cast);
    await cast.leave();
  },
});

export { expect };

const isComplaint = (message: ConsoleMessage): boolean => message.type() === 'error' && !NETWORK.test(message.text());
