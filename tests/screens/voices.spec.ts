import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import type { Locator, Page } from '@playwright/test';
import { CODE, fieldOf, panelOf } from '../browser/support/pages/favorite-voices-page.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';
import { requestsTo, mockResponse } from '../browser/support/requests.ts';

const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Voices' });

screenTest('the catalogue of voices', async ({ fixtures, open, page, check }) => {
  await open(await fixtures.admin(), '/voices?q=cy-gb');
  await expect(tableOf(page).getByRole('row')).toHaveCount(5);
  await tableOf(page)
    .getByRole('row')
    .filter({ hasText: 'Standard' })
    .first()
    .getByRole('button', { name: /^Rename / })
    .click();
  await page.setViewportSize({ width: 769, height: 900 });
  const overflow = () => tableOf(page).evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth);
  await expect.poll(overflow, 'the table fits where it is narrowest').toBeLessThanOrEqual(0);
  await check('voices');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset All' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('question before all samples are deleted');
});

screenTest('a run that waits for the speech provider', async ({ fixtures, open, page, stack, check }) => {
  const voices = ['cs-CZ-Standard-A', 'cs-CZ-Standard-B', 'cs-CZ-Standard-C'];
  const paused = { state: 'paused', pause_reason: 'provider', last_error: 'The provider does not answer' } as const;
  await stack.db
    .insertInto('sample_runs')
    .values({ voices, ...paused })
    .execute();
  await open(await fixtures.admin(), '/voices');
  const run = page.getByRole('region', { name: 'Creating samples' });
  await expect(run.getByRole('alert')).toContainText('The provider does not answer');
  await check('run that waits');
  // All tests of a worker share one product.
  await stack.db.deleteFrom('sample_runs').execute();
});

screenTest('voices in use', async ({ fixtures, open, page, check }) => {
  await open(await fixtures.root(), '/library/voices');
  await expect(page.getByRole('list', { name: 'Voices' })).toContainText('English');
  await check('voices in use');
  await page.getByRole('link', { name: 'Change: English' }).click();
  await expect(
    page.getByRole('dialog', { name: /^English/ }).getByRole('list', { name: 'Natural voices' }),
  ).toBeVisible();
  await check('voices of English');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Upload a pack' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('upload of a pack');
});

screenTest('favorite voices', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  for (const letter of ['A', 'B', 'C']) {
    await stack.call(voiceFavoritesHttp.add, user, { voice_name: `fi-FI-Standard-${letter}` });
  }
  await mockResponse(page, requestsTo(voiceSamplesHttp.audio, { voice_name: '*' }), { status: 403, json: {} });
  await open(user, `/language?lang=${CODE}&voice=fi-FI-Standard-A`);
  await expect(page.getByRole('list', { name: 'Favorites' }).getByRole('listitem')).toHaveCount(3);
  await panelOf(page)
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(panelOf(page).getByRole('alert')).toContainText('Audio file loading error (code: 403)');
  // The tooltip of the hovered element is excluded from the check.
  await page.mouse.move(5, 5);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await check('favorite voices');
  await fieldOf(page, 'Voice').click();
  await expect(page.getByRole('option')).toHaveCount(4);
  await check('favorite voices, voice picker');
});
