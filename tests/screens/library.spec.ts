import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';
import { tone, uploadAudio } from '../support/library.ts';

screenTest('messages of the library', async ({ fixtures, open, page, check }) => {
  await open(await fixtures.user(), '/library');
  await expect(page.getByText('No messages yet')).toBeVisible();
  await check('empty library');
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Closing');
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('We close at {time}');
  await dialog.getByRole('button', { name: 'Add a language' }).click();
  const second = dialog.getByRole('group', { name: 'Text 2' });
  await second.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (de)' }).click();
  await second.getByRole('textbox', { name: 'Text', exact: true }).fill('Wir schließen');
  await dialog.getByRole('switch', { name: 'Emergency message' }).press('Space');
  await check('message dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Emergency');
  await check('messages');
});

screenTest('audio, chimes and playlists', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  for (const name of ['Gong', 'Bell']) {
    expect((await uploadAudio(stack, user, tone('mp3'), { name, type: 'audio/mpeg' })).status).toBe(201);
  }
  await open(user, '/library?tab=audio');
  const file = { name: 'Broken.mp3', mimeType: 'audio/mpeg', buffer: tone('ogg').subarray(0, 1_500) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('Broken.mp3');
  const list = page.getByRole('list', { name: 'Audio' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: 'Listen: Gong' }).click();
  await check('audio');

  await page.getByRole('tab', { name: 'Chimes' }).click();
  await page.getByRole('button', { name: 'New chime' }).click();
  const chime = page.getByRole('dialog', { name: 'New chime' });
  await chime.getByRole('textbox', { name: 'Name' }).fill('School bell');
  await chime.getByRole('combobox', { name: 'Audio' }).click();
  await page.getByRole('option', { name: 'Bell' }).click();
  await check('chime dialog');
  await chime.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Chimes' })).toContainText('School bell');
  await check('chimes');

  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'New message' }).click();
  const message = page.getByRole('dialog', { name: 'New message' });
  await message.getByRole('textbox', { name: 'Name' }).fill('Break');
  await message.getByRole('combobox', { name: 'Audio before the text' }).click();
  await page.getByRole('option', { name: 'Gong' }).click();
  await message.getByRole('combobox', { name: 'Chime before it' }).click();
  await page.getByRole('option', { name: 'School bell' }).click();
  await check('message of audio');
  await message.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Audio without a text');

  await page.getByRole('tab', { name: 'Playlists' }).click();
  await page.getByRole('button', { name: 'New playlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'New playlist' });
  for (const name of ['Bell', 'Gong']) {
    await dialog.getByRole('combobox', { name: 'Add audio' }).click();
    await page.getByRole('option', { name }).click();
  }
  await expect(dialog.getByRole('list', { name: 'Order' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('switch', { name: 'Play in random order' }).press('Space');
  await check('playlist dialog');
});

screenTest('stations and pronunciations in Russian', async ({ fixtures, open, page, stack, check }) => {
  await page.addInitScript(() => globalThis.origin !== 'null' && localStorage.setItem('language', '"ru"'));
  const user = await fixtures.user();
  const { body: playlist } = await stack.call(playlistsHttp.create, user, { name: 'Спокойная музыка для зала' });
  const station = { name: 'Джаз', url: 'https://radio.example/jazz.mp3', fallback_playlist_id: playlist.id };
  await stack.call(stationsHttp.create, user, station);
  await open(user, '/library?tab=stations');
  await expect(page.getByRole('list', { name: 'Станции' })).toContainText('Джаз');
  await expect(page.getByText(/ · иначе Спокойная музыка для зала/)).toBeVisible();
  await check('stations');
  await page.getByRole('button', { name: 'Изменить: Джаз' }).click();
  await expect(page.getByRole('combobox', { name: 'Плейлист вместо неё' })).toHaveValue('Спокойная музыка для зала');
  await check('station dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Произношение' }).click();
  await page.getByRole('button', { name: 'Новое произношение' }).click();
  const entry = page.getByRole('dialog', { name: 'Новое произношение' });
  await entry.getByRole('textbox', { name: 'Слово' }).fill('ТЦ');
  await entry.getByRole('textbox', { name: 'Произносится как' }).fill('торговый центр');
  await check('pronunciation dialog');
  await entry.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('list', { name: 'Произношение' })).toContainText('торговый центр');
  await check('pronunciations');
});

screenTest('a message of audio and a chime in Russian', async ({ fixtures, open, page, stack, check }) => {
  await page.addInitScript(() => globalThis.origin !== 'null' && localStorage.setItem('language', '"ru"'));
  const user = await fixtures.user();
  const { body: audio } = await uploadAudio(stack, user, tone('mp3'), { name: 'Звонок на большую перемену' });
  await stack.call(chimesHttp.create, user, { name: 'Школьный звонок', audio_id: audio.id });
  await open(user, '/library');
  await page.getByRole('button', { name: 'Новое сообщение' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новое сообщение' });
  await dialog.getByRole('textbox', { name: 'Название' }).fill('Перемена');
  await dialog.getByRole('combobox', { name: 'Аудио после текста' }).click();
  await page.getByRole('option', { name: /Звонок на большую перемену/ }).click();
  await dialog.getByRole('combobox', { name: 'Сигнал перед ним' }).click();
  await page.getByRole('option', { name: 'Школьный звонок' }).click();
  await dialog.getByRole('button', { name: /^Прослушать/ }).click();
  await check('message of audio, Russian');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('tab', { name: 'Сигналы' }).click();
  await expect(page.getByRole('list', { name: 'Сигналы' })).toContainText('Школьный звонок');
  await check('chimes, Russian');
});
