import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import type { Page } from '@playwright/test';
import { ROOT, startTestApi } from '../../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { consoleEnvironment, storeSession } from '../support/product/session.ts';
import { expect, test as base } from '../support/test.ts';
import { sampleDevices, createSample } from '../../support/sample-organisation.ts';
import { signInRoot } from '../../support/accounts.ts';
import { requestsTo } from '../support/requests.ts';

/** A product of its own, because the sample organisation needs a database without content. */
const test = base.extend<{ sampled: { url: string; show(page: Page, path: string): Promise<void> } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixtures that are needed from the pattern.
  sampled: async ({}, use) => {
    const api = await startTestApi(consoleEnvironment(process.env));
    const root = await signInRoot(api);
    await createSample(api, sampleDevices(20));
    await use({
      url: api.url,
      async show(page, path) {
        await storeSession(page, { ...root, ...ROOT, role: 'root' });
        await page.goto(`${api.url}${path}`);
      },
    });
    await api.stop();
  },
});

const groupOf = (page: Page) => page.getByRole('region', { name: 'Sample organisation' });

test('an administrator sees what a removal deletes, and removes it', { tag: '@full' }, async ({ page, sampled }) => {
  await sampled.show(page, '/navigation');
  await expect(page.getByRole('row', { name: /Brightwater/ })).toBeVisible();
  await page.goto(`${sampled.url}/settings/organisation`);
  await expect(groupOf(page)).toBeVisible();
  await page.route(requestsTo(sampleOrganisationHttp.read), (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  const remove = groupOf(page).getByRole('button', { name: 'Remove the sample organisation' });
  const dialog = page.getByRole('dialog', { name: 'Remove the sample organisation?' });
  await remove.click();
  await expect(dialog.getByRole('listitem').first()).toHaveText('34 companies, elements and device places');
  // The screen checks have no product with a sample organisation.
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(groupOf(page).getByRole('alert')).toHaveText('The sample organisation could not be removed');

  await page.unroute(requestsTo(sampleOrganisationHttp.read));
  // From Home, which then leads to a first sentence.
  await page.goto(`${sampled.url}/home`);
  await page.getByRole('button', { name: 'Start with your own' }).press('Enter');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: '1. Your organisation' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start with your own' })).toHaveCount(0);
  await page.goto(`${sampled.url}/navigation`);
  await expect(page.getByText('No Companies Found')).toBeVisible();
});
