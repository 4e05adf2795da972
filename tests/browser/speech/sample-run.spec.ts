import { topics } from '@belfry/schemas/mqtt/topics';
import type { Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { trackSubscriptions, waitForSubscription } from '../support/subscriptions.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

/** Voices that no other test uses. */
const VOICES = ['cs-CZ-Standard-A', 'cs-CZ-Standard-B', 'cs-CZ-Standard-C'];
const runOf = (page: Page) => page.getByRole('region', { name: 'Creating samples' });

/** A run that nothing works on until it is resumed. */
const insertRun = (stack: Stack, more: { state?: 'paused'; pause_reason?: 'provider'; last_error?: string } = {}) =>
  stack.db
    .insertInto('sample_runs')
    .values({ voices: VOICES, ...more })
    .execute();

test.afterEach(({ stack }) => stack.db.deleteFrom('sample_runs').execute());

test(
  'a run is paused and resumed, in every console',
  { tag: '@full' },
  async ({ fixtures, open, page, stack, context }) => {
    const [first, second] = [await fixtures.admin(), await fixtures.admin()];
    await insertRun(stack);
    await open(first, '/voices');
    await expect(runOf(page)).toContainText('1 of 3: Czech A (female)');
    await expect(page.getByRole('button', { name: 'Synchronize' })).toBeDisabled();
    const others = await context.browser()!.newContext({ baseURL: stack.url });
    trackSubscriptions(others);
    const other = await others.newPage();
    await other.addInitScript(
      ([key, id]) => {
        for (const name of ['Authorization', 'user_key', 'admin_user_key']) sessionStorage.setItem(name, key);
        sessionStorage.setItem('user_id', id);
        sessionStorage.setItem('user_role', 'admin');
      },
      [second.key, String(second.id)] as const,
    );
    await other.goto('/voices');
    await expect(runOf(other)).toContainText('1 of 3');
    await waitForSubscription(page, topics.userEvents(first.id));
    await waitForSubscription(other, topics.userEvents(second.id));

    await runOf(page).getByRole('button', { name: 'Pause' }).click();
    await expect(runOf(page).getByText('Creating samples is paused')).toBeVisible();
    await expect(runOf(other).getByText('Creating samples is paused')).toBeVisible();
    const done = await watchForMessage(page, 'Done! Success: 3, errors: 0', 'status');
    await runOf(other).getByRole('button', { name: 'Resume' }).click();
    await expect(runOf(page)).toBeHidden({ timeout: 60_000 });
    await done();
    await expect(page.getByRole('button', { name: 'Synchronize' })).toBeEnabled();
    await others.close();
  },
);

test(
  'a run that waits for the speech provider says why, and goes on when it is resumed',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    await insertRun(stack, { state: 'paused', pause_reason: 'provider', last_error: 'The provider does not answer' });
    await open(await fixtures.admin(), '/voices');
    await expect(runOf(page).getByRole('alert')).toHaveText(
      'The speech provider seems to be away: The provider does not answer',
    );
    const done = await watchForMessage(page, /Done! Success: \d, errors: 0|All voices already have samples!/, 'status');
    await runOf(page).getByRole('button', { name: 'Resume' }).click();
    await expect(runOf(page)).toBeHidden({ timeout: 60_000 });
    await done();
  },
);
