import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { piperFiles } from '@belfry/speech-neural/testing/voice-folder';
import { tarOf } from '../../support/tar.ts';
import { expect, test } from '../support/test.ts';

/** A voice that no other test uses. */
const NAME = 'lv-LV-Piper-Story-medium';

test(
  'a root uploads a neural voice, which is offered, and removes it',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const root = await fixtures.root();
    const facts = { name: NAME, kind: 'piper', language_code: 'lv-LV', gender: 'MALE', licence: 'CC0 1.0' };
    const entries = Object.entries({ 'voice.json': Buffer.from(JSON.stringify(facts)), ...piperFiles() });
    const buffer = tarOf(entries.map(([path, content]) => ({ path: `${NAME}/${path}`, content })));

    await open(root, '/voices');
    await page.getByRole('tab', { name: 'Packs' }).click();
    await expect(page.getByRole('heading', { name: 'Packs', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Upload a pack' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload a pack' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'File' }).click();
    await (await chooser).setFiles({ name: 'voice.tar', mimeType: 'application/x-tar', buffer });
    await dialog.getByRole('checkbox', { name: 'I may use this voice under its licence' }).check();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog).toBeHidden();

    const pack = page.getByRole('list', { name: 'Installed packs' }).getByRole('listitem').filter({ hasText: NAME });
    await expect(pack).toContainText('Installed');
    await expect(pack).toContainText('Licence not checked');
    await expect(pack).toContainText(root.email);

    await page.goto(`/voices?q=${NAME}`);
    const row = page.getByRole('table', { name: 'Voices' }).getByRole('row').filter({ hasText: NAME });
    await expect(row).toContainText('NEURAL');

    await page.goto('/voices?tab=packs');
    await page.getByRole('button', { name: `Remove ${NAME}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText(NAME, { exact: true })).toBeHidden();
    expect((await stack.call(voicePacksHttp.list, root)).body.packs).toEqual([]);
  },
);
