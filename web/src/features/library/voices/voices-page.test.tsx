import { voicesInUseHttp, type VoiceInUse } from '@belfry/schemas/http/library/voices-in-use';
import { type VoicePack, voicePacksHttp, type VoicePacks } from '@belfry/schemas/http/speech/voice-packs';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { VoicesInUse } from '../index.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const NAME = 'de-DE-Piper-Thorsten-medium';
const PLAIN = { voice_name: 'de-DE-Standard-A', name: 'German A', gender: 'female', type: 'Standard' } as const;
const GERMAN: VoiceInUse = {
  language: 'de',
  voice: PLAIN,
  others: [],
  stands_in: 0,
  places: 41,
  texts: 3,
  people: 0,
};
const pack = (state: VoicePack['state'], over: Partial<VoicePack> = {}): VoicePack => ({
  voice_name: NAME,
  kind: 'piper',
  language_code: 'de-DE',
  gender: 'MALE',
  quality: 'medium',
  bytes: 60_000_000,
  source: 'catalogue',
  state,
  received: 20_000_000,
  error: null,
  note: null,
  licence: 'CC0 1.0',
  licence_url: 'https://licences.test/cc0',
  commercial: true,
  accepted_by: 'rita@belfry.test',
  accepted_at: '2026-11-27T10:00:00.000Z',
  ...over,
});
const NOTHING: VoicePacks = {
  problem: null,
  catalogue_problem: null,
  packs: [],
  offers: [
    {
      voice_name: NAME,
      kind: 'piper',
      language_code: 'de-DE',
      gender: 'MALE',
      quality: 'medium',
      bytes: 60_000_000,
      note: 'The model was made from recordings for research only.',
      licence_id: 'cc0',
      sample_url: 'https://samples.test/a.mp3',
    },
  ],
  licences: [{ id: 'cc0', name: 'CC0 1.0', url: 'https://licences.test/cc0', text: 'You may do what you want.' }],
  packs_max: 40,
  pack_bytes_max: 629_145_600,
};

async function open(given: Partial<VoicePacks> = {}, role: 'root' | 'user' = 'root', german = GERMAN) {
  const server = { packs: { ...NOTHING, ...given }, used: [] as unknown[], removed: 0, languages: [german], busy: 0 };
  const page = await openPage(
    <VoicesInUse />,
    firstOf(
      on(voicesInUseHttp.list, () => ({ languages: server.languages })),
      on(voicesInUseHttp.change, ({ params, body }) => {
        server.used.push([params.language, body.voice_name]);
        return { languages: server.languages };
      }),
      on(voicePacksHttp.list, () => {
        if (role !== 'root') return refusal(403, 'For roots', 'forbidden');
        if (server.busy === 0) return server.packs;
        server.busy -= 1;
        return refusal(503, 'Busy', 'database_unavailable');
      }),
      on(voicePacksHttp.install, () => {
        server.packs = { ...server.packs, packs: [pack('downloading')], offers: [] };
        return pack('downloading');
      }),
      on(voicePacksHttp.remove, () => {
        server.removed += 1;
        return null;
      }),
      on(voicesHttp.listOfLanguage, () => [
        {
          code: PLAIN.voice_name,
          display_name: PLAIN.name,
          voice_type: 'standard' as const,
          language: 'de',
          language_codes: ['de-DE'],
          has_sample: true,
          ...PLAIN,
        },
      ]),
    ),
    {},
    { role, address: '/library/voices' },
  );
  const change = async () => {
    await page.user.click(await screen.findByRole('link', { name: 'Change: German' }));
    return screen.findByRole('dialog', { name: /^German/ });
  };
  return { ...page, server, change };
}

it('says for each language who speaks it, and where', async () => {
  await open();
  const row = within(await screen.findByRole('list', { name: 'Voices' })).getByRole('listitem');
  expect(row.textContent).toContain('German A · sounds like a machine');
  expect(row.textContent).toContain('41 places · 3 texts');
  within(row).getByRole('button', { name: 'Listen: German A' });
});

it('installs a natural voice once its licence is accepted, and uses it as soon as it has spoken its test', async () => {
  const { user, server, change } = await open();
  const drawer = await change();
  await user.click(await within(drawer).findByRole('button', { name: 'Install and use: Thorsten' }));
  const dialog = await screen.findByRole('dialog', { name: /^Install / });
  within(dialog).getByText('You may do what you want.');
  within(dialog).getByText('The model was made from recordings for research only.');
  const submit = within(dialog).getByRole('button', { name: 'Accept and download' });
  expect(submit).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'I have read the licence and accept it' }));
  await user.click(submit);
  const bar = await within(drawer).findByRole('progressbar', { name: 'Download of Thorsten' });
  expect(bar.getAttribute('aria-valuenow')).toMatch(/^33/);
  expect(server.used).toEqual([]);
  server.packs = { ...server.packs, packs: [pack('ready')] };
  await waitFor(() => expect(server.used).toEqual([['de', NAME]]), { timeout: 5_000 });
});

it('follows an installation although the server was busy when it began', async () => {
  const { server, change, user } = await open();
  const drawer = within(await change());
  await user.click(await drawer.findByRole('button', { name: 'Install and use: Thorsten' }));
  await user.click(screen.getByRole('checkbox', { name: 'I have read the licence and accept it' }));
  server.busy = 1;
  await user.click(screen.getByRole('button', { name: 'Accept and download' }));
  expect(await drawer.findByRole('progressbar')).toBeTruthy();
  server.packs = { ...server.packs, packs: [pack('ready')] };
  await waitFor(() => expect(server.used).toEqual([['de', NAME]]), { timeout: 5_000 });
});

it('says why an installation has failed, and offers it again', async () => {
  const { change } = await open({
    packs: [pack('failed', { error: 'voice.onnx differs from its SHA-256' })],
    offers: [],
  });
  const drawer = await change();
  await within(drawer).findByText(/voice\.onnx differs from its SHA-256/);
  within(drawer).getByRole('button', { name: 'Try again: Thorsten' });
});

it('removes a voice after a question, and marks one whose licence nobody has checked', async () => {
  const { user, server, change } = await open({
    packs: [pack('ready', { source: 'upload', commercial: false, licence: 'CC BY-NC 4.0', licence_url: null })],
  });
  const drawer = await change();
  await within(drawer).findByText(/CC BY-NC 4\.0 · Licence not checked/);
  await user.click(within(drawer).getByRole('button', { name: 'More' }));
  await user.click(await within(drawer).findByRole('menuitem', { name: 'Remove Thorsten' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.removed).toBe(1));
});

it('goes back to what places have chosen, and tells others than roots whom to ask', async () => {
  const { user, server, change } = await open({}, 'user', { ...GERMAN, stands_in: 2 });
  const drawer = await change();
  await within(drawer).findByText(/Who operates the server can install one here/);
  await user.click(within(drawer).getByRole('button', { name: 'Use what each place has chosen' }));
  await waitFor(() => expect(server.used).toEqual([['de', null]]));
});

it.each([
  ['de', 'Deutsch', /^Stimme A \(weiblich\)/],
  ['ru', 'Немецкий', /^Голос A \(женский\)/],
  ['en', 'German', /^German A \(female\)/],
] as const)('in %s a voice with a letter is named in the language of the reader', async (language, row, voice) => {
  const german = { ...GERMAN, voice: { ...PLAIN, name: 'German A (female)' } };
  const list = on(voicesInUseHttp.list, () => ({ languages: [german] }));
  const { user } = await openPage(<VoicesInUse />, firstOf(list), { language }, { role: 'user' });
  expect(await screen.findByRole('link', { name: row })).toBeDefined();
  expect(screen.getByText(voice)).toBeDefined();
  await user.click(screen.getByRole('link', { name: row }));
  const drawer = await screen.findByRole('dialog', { name: new RegExp(`^${row}`) });
  expect((await within(drawer).findAllByText(new RegExp(voice.source.slice(1)))).length).toBeGreaterThan(0);
});
