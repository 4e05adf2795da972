import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { tone } from '../../support/library.ts';
import { expect, test } from '../support/test.ts';

test(
  'a person makes a chime and a message of audio, hears it, and finds the chime where chimes are chosen',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await open(user, '/library?kind=chimes');
    await expect(page.getByText('No chimes of your own yet')).toBeVisible();
    await page.getByRole('button', { name: 'New chime' }).click();
    const chime = page.getByRole('dialog', { name: 'New chime' });
    await chime.getByRole('textbox', { name: 'Name' }).fill('School bell');
    const file = { name: 'Bell.mp3', mimeType: 'audio/mpeg', buffer: tone('mp3') };
    await chime.getByLabel('Choose a file (Sound)').setInputFiles([file]);
    await expect(chime.getByRole('combobox', { name: 'Sound' })).toHaveValue(/^Bell/);
    await chime.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('list', { name: 'Chimes' })).toContainText('School bell');

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
    const message = page.getByRole('dialog', { name: 'New text' });
    await message.getByRole('button', { name: /^More ·/ }).click();
    await message.getByRole('textbox', { name: 'Name' }).fill('Break');
    await message.getByLabel('Choose a file (Sound after the text)').setInputFiles([{ ...file, name: 'Melody.mp3' }]);
    await expect(message.getByRole('combobox', { name: 'Sound after the text' })).toHaveValue(/^Melody/);
    await message.getByRole('combobox', { name: 'Chime before it' }).press('Enter');
    await page.getByRole('option', { name: 'School bell' }).click();
    const heard = page.waitForResponse((response) => response.url().includes('/content?ticket='));
    await message.getByRole('button', { name: 'Listen: en' }).click();
    expect((await heard).status()).toBeLessThan(300);
    await message.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Texts', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Texts' })).toContainText('Sound without a text');
    const { body } = await stack.call(messagesHttp.list, user);
    expect(body).toMatchObject([{ name: 'Break', variants: [{ text: '' }] }]);
    expect(typeof body[0]?.variants[0]?.audio_after).toBe('number');
    expect(typeof body[0]?.chime_id).toBe('number');

    await page.goto('/say');
    await page.getByRole('combobox', { name: 'Tones before it' }).click();
    await expect(page.getByRole('option', { name: 'School bell' })).toBeVisible();
  },
);
