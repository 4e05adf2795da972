import { expect, test } from '../support/test.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import type { Page } from '@playwright/test';
import { tone } from '../../support/library.ts';

const add = async (page: Page, kind: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
};

test(
  'a person writes a text with one field, hears it, adds a language, and says it',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await open(user, '/library');
    await expect(page.getByText('No texts yet')).toBeVisible();
    await page.getByRole('button', { name: 'New text' }).click();
    const dialog = page.getByRole('dialog', { name: 'New text' });
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('We close at ');
    await dialog.getByRole('button', { name: 'Time' }).click();
    await expect(text).toHaveValue('We close at {time}');
    const rendered = page.waitForResponse((response) => response.url().includes('/content?ticket='));
    await dialog.getByRole('button', { name: 'Listen: en' }).click();
    expect((await rendered).headers()['content-type']).toBe('audio/mpeg');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('link', { name: 'We close at {time}', exact: true }).click();
    // Its title is the name, which changes.
    const edit = page.getByRole('dialog', { name: /^(We close at|Elsewhere)/ });
    await edit.getByRole('button', { name: /^More ·/ }).click();
    await edit.getByRole('button', { name: 'Add a language' }).click();
    const second = edit.getByRole('group', { name: 'Text 2' });
    await second.getByRole('combobox', { name: 'Language' }).fill('German');
    await page.getByRole('option', { name: 'German (de)' }).click();
    await second.getByRole('textbox', { name: 'Text', exact: true }).fill('Wir schließen');
    const { body } = await stack.call(messagesHttp.list, user);
    await stack.call(messagesHttp.change, user, { id: body[0]?.id, name: 'Elsewhere' });
    await edit.getByRole('textbox', { name: 'Name' }).fill('Evening');
    await edit.getByRole('button', { name: 'Save' }).click();
    const notice = edit.getByRole('status').filter({ hasText: 'Somebody else has changed this meanwhile' });
    await expect(notice).toContainText('Now: Elsewhere');
    await expect(notice).toContainText('Yours: Evening');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();

    await page.getByRole('link', { name: 'Say now: Evening' }).click();
    await expect(page.getByRole('region', { name: 'Chosen: Evening' })).toContainText('German');
  },
);

test(
  'uploads are listed or refused one by one, played, and put into a playlist in an order',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/library?kind=audio');
    await add(page, 'Sound');
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/mpeg', buffer });
    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('Gong.mp3', tone('mp3')),
        file('Broken.mp3', tone('ogg').subarray(0, 1_500)),
        file('Bell.flac', tone('flac')),
      ]);
    const refused = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'Broken' });
    await expect(refused).toContainText(/Broken\.mp3.*The file is (damaged|incomplete)/s, { timeout: 60_000 });
    await page.getByRole('dialog', { name: 'New sounds' }).getByRole('button', { name: 'Close' }).click();
    const list = page.getByRole('list', { name: 'Sounds' });
    // Each file is decoded, one after the other.
    await expect(list.getByRole('listitem')).toHaveCount(2, { timeout: 60_000 });
    await expect(list).toContainText('Tester – Tone');
    await list.getByRole('button', { name: 'Listen: Gong' }).click();

    await add(page, 'Playlist');
    const dialog = page.getByRole('dialog', { name: 'New playlist' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning');
    for (const name of ['Bell', 'Gong']) {
      await dialog.getByRole('combobox', { name: 'Add a sound' }).click();
      await page.getByRole('option', { name }).click();
    }
    const items = dialog.getByRole('list', { name: 'Order' }).getByRole('listitem');
    await items.last().getByRole('button', { name: 'Move Gong up' }).click();
    await expect(items.first()).toContainText('Gong');
    await items.first().getByRole('button', { name: 'Move Gong', exact: true }).focus();
    const announced = page.getByRole('status').filter({ hasText: 'Draggable item' });
    await page.keyboard.press('Space');
    await expect(announced).toHaveText(/was moved over droppable area/);
    const picked = String(await announced.textContent());
    // The sensor listens to further keys a moment after the first one. Below the last place a key has no effect.
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(announced).not.toHaveText(picked, { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(items.last()).toContainText('Gong');
    await expect(dialog.getByText('2 sounds, 0:01')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Playlists' }).click();
    await expect(page.getByRole('list', { name: 'Playlists' })).toContainText('Morning');
    // What plays it is named before it can be deleted.
    await page.goto('/library?tab=audio');
    await list.getByRole('button', { name: 'More: Gong' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const inUse = page.getByRole('dialog', { name: '“Gong” is in use' });
    await expect(inUse).toContainText('Morning');
    await expect(inUse.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  },
);

test('stations and pronunciations are added in Russian', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await page.addInitScript(() => globalThis.origin !== 'null' && localStorage.setItem('language', '"ru"'));
  await open(await fixtures.user(), '/library?kind=stations');
  await page.getByRole('button', { name: 'Новая станция' }).click();
  const station = page.getByRole('dialog', { name: 'Новая станция' });
  await station.getByRole('textbox', { name: 'Название' }).fill('Джаз');
  await station.getByRole('textbox', { name: 'Адрес потока' }).fill('radio');
  await station.getByRole('button', { name: 'Сохранить' }).click();
  await expect(station.getByText('Введите адрес, который начинается с http')).toBeVisible();
  await station.getByRole('textbox', { name: 'Адрес потока' }).fill('https://radio.example/jazz.mp3');
  await station.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('list', { name: 'Станции' })).toContainText('Джаз');
  await page.getByRole('button', { name: 'Добавить' }).click();
  await page.getByRole('menuitem', { name: 'Произношение' }).click();
  const entry = page.getByRole('dialog', { name: 'Новое произношение' });
  await entry.getByRole('textbox', { name: 'Слово' }).fill('ТЦ');
  await entry.getByRole('textbox', { name: 'Произносится как' }).fill('торговый центр');
  await entry.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('list', { name: 'Произношение' })).toContainText('торговый центр');
});
