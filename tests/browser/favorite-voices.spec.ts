import type { Locator, Page } from '@playwright/test';
import { createCompany } from '../support/factories.ts';
import { mockResponse } from './support/account-forms.ts';
import { expectAccessibleLayout, followSystemTheme } from './support/layout-checks.ts';
import { waitForSubscription } from './support/subscriptions.ts';
import { expect, test } from './support/test.ts';

/** A language that no other test uses. */
const LANGUAGE = 'Finnish';
const CODE = 'fi';
const [AINO, EERO] = ['Finnish A (female)', 'Finnish B (male)'];

const fieldOf = (page: Page, name: 'Language' | 'Voice'): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}: `) });
const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Voice sample' });
const rowsOf = (page: Page): Locator => page.getByRole('list', { name: 'Favorites' }).getByRole('listitem');
const buttonOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const says = (page: Page, text: string): Promise<void> => expect(page.getByText(text, { exact: true })).toBeVisible();

/** Searches in the dialog of a field and selects the match with Enter. */
async function pick(page: Page, field: 'Language' | 'Voice', typed: string, name = typed): Promise<void> {
  await fieldOf(page, field).click();
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill(typed);
  await search.press('Enter');
  await expect(fieldOf(page, field)).toHaveText(name);
}
const keep = async (page: Page): Promise<void> => {
  const kept = page.waitForResponse('**/api/voices/voice/favorite');
  await buttonOf(page, 'Add to Favorites').click();
  expect((await kept).status()).toBe(200);
};

test('a user plays a voice, adds it to the favorites, plays it there, and removes it', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const user = await fixtures.user();
  await stack.db.updateTable('users').set({ lang: CODE }).where('id', '=', user.id).execute();
  // The account area has loaded the voices of the user's language before.
  await open(user, '/home');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cached_voices_fi'))).toContain(AINO);
  await page.getByRole('navigation').getByRole('link', { name: 'Favorite voices' }).click();
  await expect(page).toHaveTitle('Favorite voices · Belfry');
  await expect(fieldOf(page, 'Language')).toHaveText(LANGUAGE);
  await says(page, 'No Favorite Voices Yet');
  await says(page, '4 available');
  expect(requests.filter((path) => path === `/api/voices/language/${CODE}`)).toHaveLength(1);

  await buttonOf(page, 'Add to Favorites').click();
  await says(page, 'Voice data not found');
  await buttonOf(page, 'Female').click();
  await pick(page, 'Voice', AINO);
  await expect(page).toHaveURL(`/language?gender=female&voice=fi-FI-Standard-A`);

  // The sample does not exist yet, and the proxy creates it.
  await buttonOf(page, `Play ${AINO}`).click();
  await expect(panelOf(page).getByText('Playing')).toBeVisible();
  expect(requests).toContain('/api/audio/samples/fi-FI-Standard-A.mp3');
  expect(requests).toContain('/api/voices/sample-proxy/fi-FI-Standard-A');
  await panelOf(page).getByRole('button', { name: 'Stop' }).click();
  await expect(panelOf(page).getByText('Hear how the voice sounds')).toBeVisible();

  await keep(page);
  await says(page, `"${AINO}" added to favorites!`);
  await expect(buttonOf(page, 'In your favorites')).toBeDisabled();
  await expect(rowsOf(page)).toContainText([AINO]);
  await expect(buttonOf(page, 'All 1/4 in your favorites')).toBeVisible();
  await buttonOf(page, 'All 1/4 in your favorites').click();
  await pick(page, 'Voice', EERO);
  await keep(page);
  await expect(rowsOf(page)).toContainText([EERO, AINO]);

  // Only one sample plays at a time, and each is fetched once.
  await rowsOf(page)
    .last()
    .getByRole('button', { name: `Play ${AINO}` })
    .click();
  await expect(
    rowsOf(page)
      .last()
      .getByRole('button', { name: `Stop ${AINO}` }),
  ).toBeVisible();
  await rowsOf(page)
    .first()
    .getByRole('button', { name: `Play ${EERO}` })
    .click();
  await expect(
    rowsOf(page)
      .first()
      .getByRole('button', { name: `Stop ${EERO}` }),
  ).toBeVisible();
  await expect(
    rowsOf(page)
      .last()
      .getByRole('button', { name: `Play ${AINO}` }),
  ).toBeVisible();
  expect(requests.filter((path) => path.endsWith('sample-proxy/fi-FI-Standard-A'))).toHaveLength(1);

  await buttonOf(page, `Remove ${EERO}`).click();
  await says(page, 'Voice removed!');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Favorites' })).toBeFocused();
});

test('the last language is remembered, and lists are requested once in a session', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
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
  await says(page, '4 available');
  await page.goto('/language');
  await expect(fieldOf(page, 'Language')).toHaveText(LANGUAGE);
  await says(page, '4 available');
  for (const list of ['/api/voices/languages', `/api/voices/language/${CODE}`]) {
    expect(requests.filter((path) => path === list)).toHaveLength(1);
  }

  // A change of the catalogue invalidates what the session has cached.
  const block = (blocked: boolean) =>
    stack.post('/api/voices/voice/block', { key: admin.key, body: { display_name: EERO, block: blocked } });
  await waitForSubscription(page, `users/${admin.id}/events`);
  await block(true);
  await says(page, '3 available');
  await block(false);
  await says(page, '4 available');
});

test('a failed sample is reported; Try Again loads it, and so does the recovery of the server', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const root = await fixtures.admin();
  await stack.db.updateTable('users').set({ role: 'root' }).where('id', '=', root.id).execute();
  const mend = await Promise.all([
    mockResponse(page, 'audio/samples/*', { status: 404, json: {} }),
    mockResponse(page, 'voices/sample-proxy/*', { status: 503, json: {} }),
  ]);
  await open(root, `/language?lang=${CODE}&voice=fi-FI-Standard-C`);
  await panelOf(page)
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(panelOf(page).getByText('Loading the sample, attempt 4 of 5...')).toBeVisible();
  const alert = panelOf(page).getByRole('alert');
  await expect(alert).toContainText('Audio sample is not available after multiple attempts');
  await expect(alert).toContainText('The sample may still be generating.');
  await Promise.all(mend.map((undo) => undo()));
  await panelOf(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(panelOf(page).getByText('Playing')).toBeVisible();

  // Data that is not audio cannot be decoded.
  await mockResponse(page, 'audio/samples/*', { contentType: 'audio/mpeg', body: 'not a sound' });
  await pick(page, 'Voice', 'Finnish D', 'Finnish D (male)');
  await panelOf(page)
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(alert).toContainText('Audio source not found or not supported');
});

test('a form requests a sample, waits until it exists, and plays it', async ({ fixtures, open, page, stack }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const user = await fixtures.user();
  const { company_id } = await createCompany(stack, { user_id: user.id, name: 'Studio' });
  await open(user, `/navigation?company=${company_id}`);
  await page.getByRole('treeitem', { name: 'Studio' }).hover();
  await page.getByRole('button', { name: 'Add below Studio' }).click();
  await buttonOf(page, 'Play Russian A (female)').click();
  await expect(panelOf(page).getByText('Playing')).toBeVisible();
  const sample = 'ru-RU-Standard-A';
  expect(requests.filter((call) => call.includes(sample)).slice(-3)).toEqual([
    `GET /api/voices/voice/sample/${sample}`,
    `HEAD /api/audio/samples/${sample}.mp3`,
    `GET /api/audio/samples/${sample}.mp3`,
  ]);
});

test('passes axe and fits the width, in dark and light, on desktop, tablet and phone', async ({
  fixtures,
  open,
  page,
  stack,
}, { project }) => {
  await followSystemTheme(page);
  const user = await fixtures.user();
  for (const letter of ['A', 'B', 'C']) {
    await stack.post('/api/voices/voice/favorite', { key: user.key, body: { voice_name: `fi-FI-Standard-${letter}` } });
  }
  await mockResponse(page, 'audio/samples/*', { status: 403, json: {} });
  await open(user, `/language?lang=${CODE}&voice=fi-FI-Standard-A`);
  await expect(rowsOf(page)).toHaveCount(3);
  await panelOf(page)
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(panelOf(page).getByRole('alert')).toContainText('Audio file loading error (code: 403)');
  // The tooltip of the hovered element is excluded from the check.
  await page.mouse.move(5, 5);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessibleLayout(page, 'favorite voices', project.outputDir);
  await fieldOf(page, 'Voice').click();
  await expect(page.getByRole('option')).toHaveCount(4);
  await expectAccessibleLayout(page, 'favorite voices, voice picker', project.outputDir);
});
