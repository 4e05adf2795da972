import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';
import { createMessage, tone, uploadAudio } from '../support/library.ts';

screenTest('texts of the library', async ({ fixtures, open, page, check }) => {
  await open(await fixtures.user(), '/library');
  await expect(page.getByText('No texts yet')).toBeVisible();
  await check('empty library');
  await page.getByRole('button', { name: 'New text' }).click();
  const dialog = page.getByRole('dialog', { name: 'New text' });
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('We close at {time}');
  await check('text with one field');
  await dialog.getByRole('button', { name: /^More ·/ }).click();
  await dialog.getByRole('button', { name: 'Add a language' }).click();
  const second = dialog.getByRole('group', { name: 'Text 2' });
  await second.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (de)' }).click();
  await second.getByRole('textbox', { name: 'Text', exact: true }).fill('Wir schließen');
  await dialog.getByRole('switch', { name: 'Emergency text' }).press('Space');
  await check('text in two languages');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'All', exact: true })).toContainText('emergency');
  await check('texts');
});

screenTest('everything of the library in one list', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { body: audio } = await uploadAudio(stack, user, tone('mp3'), { name: 'Gong', type: 'audio/mpeg' });
  await stack.call(chimesHttp.create, user, { name: 'School bell', audio_id: audio.id });
  const { body: playlist } = await stack.call(playlistsHttp.create, user, { name: 'Morning', audio_ids: [audio.id] });
  const station = { name: 'Jazz', url: 'https://radio.example/jazz.mp3', fallback_playlist_id: playlist.id };
  await stack.call(stationsHttp.create, user, station);
  await createMessage(stack, user, { name: 'Closing' });
  await open(user, '/library');
  await expect(page.getByRole('list', { name: 'All', exact: true }).getByRole('listitem')).toHaveCount(5);
  await check('library');
  for (const name of ['Gong', 'School bell', 'Morning', 'Jazz']) {
    await page.getByRole('link', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: new RegExp(`^${name}`) });
    await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    await check(`drawer of ${name}`);
    await drawer.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sound', exact: true }).click();
  const file = { name: 'Broken.mp3', mimeType: 'audio/mpeg', buffer: tone('ogg').subarray(0, 1_500) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('Broken.mp3');
  await check('new sounds');
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: 'More: Gong' })
    .or(page.getByRole('button', { name: 'More: Gong' }))
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog', { name: /is in use/ })).toContainText('Morning');
  await check('in use');
});

screenTest('stations and pronunciations in Russian', async ({ fixtures, open, page, stack, check }) => {
  await page.addInitScript(() => globalThis.origin !== 'null' && localStorage.setItem('language', '"ru"'));
  const user = await fixtures.user();
  const { body: playlist } = await stack.call(playlistsHttp.create, user, { name: 'Спокойная музыка для зала' });
  const station = { name: 'Джаз', url: 'https://radio.example/jazz.mp3', fallback_playlist_id: playlist.id };
  await stack.call(stationsHttp.create, user, station);
  await open(user, '/library?kind=stations');
  await expect(page.getByRole('list', { name: 'Станции' })).toContainText('Джаз');
  await check('stations');
  await page.getByRole('link', { name: 'Джаз', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Плейлист вместо неё' })).toHaveValue('Спокойная музыка для зала');
  await check('station');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Добавить' }).click();
  await page.getByRole('menuitem', { name: 'Произношение' }).click();
  const entry = page.getByRole('dialog', { name: 'Новое произношение' });
  await entry.getByRole('textbox', { name: 'Слово' }).fill('ТЦ');
  await entry.getByRole('textbox', { name: 'Произносится как' }).fill('торговый центр');
  await check('pronunciation');
  await entry.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('list', { name: 'Произношение' })).toContainText('торговый центр');
  await check('pronunciations');
});
