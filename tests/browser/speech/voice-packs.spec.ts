import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { piperFiles } from '@belfry/speech-neural/testing/voice-folder';
import { createCompany } from '../../support/factories.ts';
import { startVoiceServer } from '../../support/providers/voice-server.ts';
import { startStack } from '../../support/stack.ts';
import { tarOf } from '../../support/tar.ts';
import { consoleEnvironment } from '../support/product/session.ts';
import { expect, test as base } from '../support/test.ts';

/** Voices that no other test uses. */
const NAME = 'lv-LV-Piper-Story-medium';
const UPLOADED = 'lv-LV-Piper-Paper-medium';

/** With a catalogue of natural voices and the server of their files. */
const test = base.extend({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixtures that are needed from the pattern.
    async ({}, use) => {
      const server = await startVoiceServer([{ name: NAME }]);
      const stack = await startStack({ ...consoleEnvironment(process.env), ...server.settings });
      await use(stack);
      await stack.stop();
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('a natural voice is chosen and heard: installed and used by one press', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const root = await fixtures.root();
  const { voice_name } = { voice_name: 'lv-LV-Standard-A' };
  await createCompany(stack, { user_id: root.id, default_language: 'lv', default_voice: voice_name });
  await open(root, '/library');
  await page.getByRole('button', { name: 'Voices', exact: true }).click();
  const row = page.getByRole('list', { name: 'Voices' }).getByRole('listitem').filter({ hasText: 'Latvian' });
  await expect(row).toContainText('sounds like a machine');
  await row.getByRole('link', { name: 'Change: Latvian' }).click();
  const drawer = page.getByRole('dialog', { name: /^Latvian/ });
  await drawer.getByRole('button', { name: 'Install and use: Story' }).click();
  const licence = page.getByRole('dialog', { name: `Install ${NAME}` });
  await expect(licence).toContainText('You may do what you want.');
  await licence.getByRole('checkbox', { name: 'I have read the licence and accept it' }).check();
  await licence.getByRole('button', { name: 'Accept and download' }).click();
  await expect(drawer).toContainText(/and sounds natural/, { timeout: 60_000 });
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await expect(row).toContainText('natural');
  const samples: number[] = [];
  page.on('response', (response) => response.url().includes(`/${NAME}`) && samples.push(response.status()));
  await row.getByRole('button', { name: /^Listen: / }).click();
  await expect.poll(() => samples, { timeout: 60_000 }).toContain(200);
  // What was chosen before is spoken by it now.
  const said = {
    text: 'Labdien',
    language: 'lv',
    voice: voice_name,
    place: '',
    time_zone: 'UTC',
    chime: 'none',
  } as const;
  expect((await stack.call(messagesHttp.preview, root, said)).body.voice).toBe(NAME);
});

test(
  'a root uploads a natural voice, which is offered, and removes it',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const root = await fixtures.root();
    const facts = { name: UPLOADED, kind: 'piper', language_code: 'lv-LV', gender: 'MALE', licence: 'CC0 1.0' };
    const entries = Object.entries({ 'voice.json': Buffer.from(JSON.stringify(facts)), ...piperFiles() });
    const buffer = tarOf(entries.map(([path, content]) => ({ path: `${UPLOADED}/${path}`, content })));

    await open(root, '/library/voices');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Upload a pack' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload a pack' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'File' }).click();
    await (await chooser).setFiles({ name: 'voice.tar', mimeType: 'application/x-tar', buffer });
    await dialog.getByRole('checkbox', { name: 'I may use this voice under its licence' }).check();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog).toBeHidden();

    await page.getByText('Other languages').click();
    await page.getByRole('link', { name: 'Latvian' }).click();
    const drawer = page.getByRole('dialog', { name: /^Latvian/ });
    await expect(drawer).toContainText('Licence not checked');
    await expect(drawer).toContainText(root.email);
    await drawer.getByRole('button', { name: 'More', exact: true }).click();
    await drawer.getByRole('menuitem', { name: 'Remove Paper' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(drawer).not.toContainText('Licence not checked');
    const { packs } = (await stack.call(voicePacksHttp.list, root)).body;
    expect(packs.map(({ voice_name }) => voice_name)).not.toContain(UPLOADED);
  },
);
