import { createCompany } from '../../support/factories.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { watchFor } from '../support/watch-for.ts';
import { buttonOf, CODE, expectText, fieldOf, LANGUAGE, panelOf, pick } from '../support/pages/favorite-voices-page.ts';
import { slowDownSounds } from '../support/slow-sounds.ts';
import { expect, test } from '../support/test.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { requestsTo, mockResponse } from '../support/requests.ts';
import { pathOf } from '../../support/http-client.ts';

const EERO = 'Finnish B (male)';

test(
  'the last language is remembered, and lists are requested once in a session',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const admin = await fixtures.admin();
    await open(admin, '/language');
    await expect(fieldOf(page, 'Language')).toHaveText('English');
    await fieldOf(page, 'Language').click();
    const dialog = page.getByRole('dialog');
    const search = dialog.getByRole('combobox');
    await search.fill('fi');
    // Matches at the start of a name come first.
    await expect(dialog.getByRole('option').first()).toContainText(LANGUAGE);
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(dialog.getByRole('listbox')).toHaveCSS('max-height', '220px');
    await search.fill(CODE);
    await search.press('Enter');
    await expect(page).toHaveURL(`/language?lang=${CODE}`);
    await expectText(page, '4 available');
    await page.goto('/language');
    await expect(fieldOf(page, 'Language')).toHaveText(LANGUAGE);
    await expectText(page, '4 available');
    for (const list of [pathOf(voicesHttp.languages), pathOf(voicesHttp.listOfLanguage, { code: CODE })]) {
      expect(requests.filter((path) => path === list)).toHaveLength(1);
    }

    // A change of the catalogue invalidates what the session has cached.
    const block = (blocked: boolean) => stack.call(voicesBulkHttp.block, admin, { display_name: EERO, block: blocked });
    await waitForSubscription(page, `users/${admin.id}/events`);
    await block(true);
    await expectText(page, '3 available');
    await block(false);
    await expectText(page, '4 available');
  },
);

test(
  'a failed sample is reported; Try Again loads it, and so does the recovery of the server',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const root = await fixtures.admin();
    await stack.db.updateTable('users').set({ role: 'root' }).where('id', '=', root.id).execute();
    const mend = await Promise.all([
      mockResponse(page, requestsTo(voiceSamplesHttp.audio, { voice_name: '*' }), { status: 404, json: {} }),
      mockResponse(page, requestsTo(voiceSamplesHttp.proxy, { voice_name: '*' }), { status: 503, json: {} }),
    ]);
    await slowDownSounds(page);
    await open(root, `/language?lang=${CODE}&voice=fi-FI-Standard-C`);
    const tried = await watchFor(panelOf(page), { text: 'Loading the sample, attempt 4 of 5...' });
    await panelOf(page)
      .getByRole('button', { name: /^Play / })
      .click();
    await tried();
    const alert = panelOf(page).getByRole('alert');
    await expect(alert).toContainText('Audio sample is not available after multiple attempts');
    await expect(alert).toContainText('The sample may still be generating.');
    await Promise.all(mend.map((undo) => undo()));
    await panelOf(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(panelOf(page).getByText('Playing')).toBeVisible({ timeout: 60_000 });

    // Data that is not audio cannot be decoded.
    await mockResponse(page, requestsTo(voiceSamplesHttp.audio, { voice_name: '*' }), {
      contentType: 'audio/mpeg',
      body: 'not a sound',
    });
    await pick(page, 'Voice', 'Finnish D', 'Finnish D (male)');
    await panelOf(page)
      .getByRole('button', { name: /^Play / })
      .click();
    await expect(alert).toContainText('Audio source not found or not supported');
  },
);

test(
  'a form requests a sample, waits until it exists, and plays it',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const user = await fixtures.user();
    const { company_id } = await createCompany(stack, { user_id: user.id, name: 'Studio' });
    await slowDownSounds(page);
    await open(user, `/navigation?company=${company_id}`);
    await page.getByRole('treeitem', { name: 'Studio' }).hover();
    await page.getByRole('button', { name: 'Add below Studio' }).click();
    await buttonOf(page, 'Play Russian A (female)').click();
    await expect(panelOf(page).getByText('Playing')).toBeVisible({ timeout: 60_000 });
    const sample = 'ru-RU-Standard-A';
    // A file that is still being written is looked for again.
    const calls = requests
      .filter((call) => call.includes(sample))
      .filter((call, index, all) => call !== all[index - 1]);
    expect(calls.slice(-3)).toEqual([
      `GET ${pathOf(voiceSamplesHttp.urlOfVoice, { voice_name: sample })}`,
      `HEAD ${pathOf(voiceSamplesHttp.audio, { voice_name: sample })}`,
      `GET ${pathOf(voiceSamplesHttp.audio, { voice_name: sample })}`,
    ]);
  },
);
