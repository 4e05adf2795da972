import { expect, test as base, type ConsoleMessage } from '@playwright/test';
import { startStack, type Stack } from '../../support/stack.ts';
import { createFixtures, type Fixtures, type FixtureUser } from './fixtures.ts';
import { consoleEnvironment, storeSession } from './product/session.ts';
import { slowDownPages, type Slowness } from './slow-pages.ts';
import { trackSubscriptions } from './subscriptions.ts';
import { startRestartableProduct, type RestartableProduct } from './product/restartable-product.ts';

/** Set by the configuration. */
export type StoryOptions = {
  slowness: Slowness;
  /** What earlier visits have left in local storage. */
  stored: Readonly<Record<string, unknown>>;
};
type TestFixtures = {
  /** Users and devices of this test, in the product that the page shows. */
  fixtures: Fixtures;
  /** Opens a path as a signed-in user. */
  open(user: FixtureUser, path: string): Promise<void>;
};
type WorkerFixtures = { stack: Stack; restartable: RestartableProduct };

/** Messages of the browser itself about requests that a test makes fail, and about Playwright's scripts in the frame of an email. */
const EXPECTED_ERRORS =
  /Failed to load resource|WebSocket (connection to|is already in CLOSING)|net::ERR_|Blocked script execution in 'about:srcdoc'/;

/** A test against the whole product. Any other error in the page's console fails it, such as one of React or of the CSP. */
export const test = base.extend<TestFixtures & StoryOptions, WorkerFixtures>({
  slowness: [{ cpuRate: 1, latencyMs: 0 }, { option: true }],
  // All links are there, and the texts that are Russian for somebody who has chosen that.
  stored: [{ allPages: true, language: 'mixed' }, { option: true }],
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixtures that are needed from the pattern.
    async ({}, use) => {
      const stack = await startStack(consoleEnvironment(process.env));
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  restartable: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const product = await startRestartableProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  fixtures: async ({ stack }, use) => {
    const fixtures = createFixtures(stack);
    await use(fixtures);
    await fixtures.stop();
  },
  context: async ({ context, slowness, stored }, use) => {
    trackSubscriptions(context);
    await context.addInitScript(
      (entries) => {
        // The frame of an email has no storage.
        if (globalThis.origin === 'null') return;
        for (const [name, value] of entries) if (!localStorage.getItem(name)) localStorage.setItem(name, value);
      },
      Object.entries(stored).map(([name, value]) => [name, JSON.stringify(value)] as const),
    );
    slowDownPages(context, slowness);
    await use(context);
    // A request that a page sends by itself may be at the handler of a mock when the test ends, which is no error of the test.
    const ending = context.pages().map((each) => each.unrouteAll({ behavior: 'ignoreErrors' }));
    // It fails for a page that is being closed, whose mocks end with it.
    await Promise.allSettled(ending);
  },
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => isPageError(message) && errors.push(message.text()));
    await use(page);
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
  open: async ({ page }, use) =>
    use(async (user, path) => {
      await storeSession(page, user);
      await page.goto(path);
    }),
});

/** The same with api and broker as processes that a test may kill. */
export const restartableTest = test.extend({
  baseURL: async ({ restartable }, use) => use(restartable.url),
  fixtures: async ({ restartable }, use) => {
    const fixtures = createFixtures(restartable);
    await use(fixtures);
    await fixtures.stop();
  },
});

export { expect };

const isPageError = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !EXPECTED_ERRORS.test(message.text());
