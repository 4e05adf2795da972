import { type VoicePack, voicePacksHttp, type VoicePacks } from '@belfry/schemas/http/speech/voice-packs';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../../lib/i18n.ts';
import { firstOf, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { PacksPanel } from './packs-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NAME = 'lv-LV-Piper-Aivars-medium';
const PACK: VoicePack = {
  voice_name: NAME,
  kind: 'piper',
  language_code: 'lv-LV',
  gender: 'MALE',
  quality: 'medium',
  bytes: 63_000_000,
  source: 'catalogue',
  state: 'ready',
  received: 63_000_000,
  error: null,
  note: null,
  licence: 'CC0 1.0',
  licence_url: 'https://licences.test/cc0',
  commercial: true,
  accepted_by: 'rita@belfry.test',
  accepted_at: '2026-11-27T10:00:00.000Z',
};
const EMPTY: VoicePacks = {
  problem: null,
  catalogue_problem: null,
  packs: [],
  offers: [],
  licences: [{ id: 'cc0', name: 'CC0 1.0', url: 'https://licences.test/cc0', text: 'You may do what you want.' }],
  packs_max: 40,
  pack_bytes_max: 629_145_600,
};
const { voice_name, kind, language_code, gender, quality, bytes } = PACK;
const OFFER = {
  voice_name,
  kind,
  language_code,
  gender,
  quality,
  bytes,
  note: 'The model was made from recordings for research only.',
  licence_id: 'cc0',
  sample_url: 'https://samples.test/a.mp3',
};

async function open(given: Partial<VoicePacks>) {
  const server = { packs: { ...EMPTY, ...given }, installed: [] as unknown[], removed: 0 };
  const page = await openPage(
    <PacksPanel />,
    firstOf(
      on(voicePacksHttp.list, () => server.packs),
      on(voicePacksHttp.install, ({ body }) => {
        server.installed.push(body);
        const pack: VoicePack = { ...PACK, state: 'downloading', received: 21_000_000 };
        server.packs = { ...server.packs, packs: [pack], offers: [] };
        return pack;
      }),
      on(voicePacksHttp.remove, () => {
        server.removed += 1;
        server.packs = EMPTY;
        return null;
      }),
    ),
    {},
    { role: 'root' },
  );
  return { ...page, server };
}

it('lists the voices of the catalogue with language, gender, size, licence and sample', async () => {
  await open({ offers: [OFFER] });
  const list = await screen.findByRole('list', { name: 'Catalogue' });
  expect(within(list).getByText(NAME)).toBeDefined();
  expect(within(list).getByText('Latvian (Latvia) · Male · medium · 63 MB')).toBeDefined();
  expect(within(list).getByRole('link', { name: 'CC0 1.0' }).getAttribute('href')).toBe('https://licences.test/cc0');
  expect(
    within(list)
      .getByRole('link', { name: `Listen to ${NAME}` })
      .getAttribute('href'),
  ).toBe(OFFER.sample_url);
});

it('installs a voice once its licence is accepted, and follows the download', async () => {
  const { user, server } = await open({ offers: [OFFER] });
  await user.click(await screen.findByRole('button', { name: `Install ${NAME}` }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('You may do what you want.')).toBeDefined();
  expect(within(dialog).getByText(OFFER.note)).toBeDefined();
  const submit = within(dialog).getByRole('button', { name: 'Accept and download' });
  expect(submit.hasAttribute('disabled')).toBe(true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'I have read the licence and accept it' }));
  await user.click(submit);
  await waitFor(() => expect(server.installed).toEqual([{ accepted_licence: 'cc0' }]));
  expect(
    (await screen.findByRole('progressbar', { name: `Download of ${NAME}` })).getAttribute('aria-valuenow'),
  ).toMatch(/^33/);
  // The list is asked again until it has ended.
  server.packs = { ...server.packs, packs: [PACK] };
  expect(await screen.findByText('Installed', {}, { timeout: 5_000 })).toBeDefined();
  expect(screen.getByText(/accepted by rita@belfry.test/)).toBeDefined();
});

it('says why a pack has failed, and tries again', async () => {
  const failed: VoicePack = { ...PACK, state: 'failed', error: 'voice.onnx differs from its SHA-256' };
  const { user } = await open({ packs: [failed] });
  expect(await screen.findByText('voice.onnx differs from its SHA-256')).toBeDefined();
  await user.click(screen.getByRole('button', { name: `Try again: ${NAME}` }));
  expect(await screen.findByRole('dialog', { name: `Install ${NAME}` })).toBeDefined();
});

it('marks packs whose licence nobody has checked, and removes them after a question', async () => {
  const { user, server } = await open({
    packs: [{ ...PACK, source: 'upload', commercial: false, licence: 'CC BY-NC 4.0', licence_url: null }],
  });
  expect(await screen.findByText('Licence not checked')).toBeDefined();
  await user.click(screen.getByRole('button', { name: `Remove ${NAME}` }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.removed).toBe(1));
  expect(await screen.findByText('No packs are installed')).toBeDefined();
});

it('says in both languages that neural voices do not run on the platform, and offers nothing then', async () => {
  await open({ offers: [OFFER], problem: 'Neural voices do not run here: onnxruntime does not run on darwin x64' });
  expect(
    await screen.findByText(/^Neural voices cannot be installed here: Neural voices do not run here/),
  ).toBeDefined();
  for (const name of [`Install ${NAME}`, 'Upload a pack'])
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
  await chooseLanguage('ru');
  expect(await screen.findByText(/^Нейронные голоса здесь не установить/)).toBeDefined();
  await chooseLanguage('mixed');
});

it('says why the catalogue cannot be read', async () => {
  await open({ catalogue_problem: 'the catalogue differs from VOICE_CATALOGUE_SHA256' });
  expect((await screen.findByRole('alert')).textContent).toContain('differs from VOICE_CATALOGUE_SHA256');
});
