/** @module-tag full */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { updateInstalling } from '@belfry/api/features/speech/packs/packs.repository';
import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { supertonicFiles } from '@belfry/speech-neural/testing/supertonic-stand-in';
import { piperFiles } from '@belfry/speech-neural/testing/voice-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { tarOf, type TarEntry } from '../../support/tar.ts';
import { createMember } from '../../support/teams.ts';

const PIPER = 'lv-LV-Piper-Aivars-medium';
const SUPERTONIC = 'lv-LV-Supertonic-Sarah-high';
const FORMANT = 'lv-LV-Standard-A';

let api: TestApi;
let root: TestUser;
beforeAll(async () => {
  // Nobody can have the catalogue of this address.
  const catalogue = {
    VOICE_CATALOGUE_URL: 'http://127.0.0.1:9/catalogue.json',
    VOICE_CATALOGUE_SHA256: '0'.repeat(64),
  };
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000', ...catalogue });
  root = await createUser(api, { role: 'root' });
});
afterAll(() => api.stop());

const facts = (name: string, more: object = {}): Uint8Array =>
  Uint8Array.from(
    Buffer.from(
      JSON.stringify({
        name,
        kind: name.includes('Piper') ? 'piper' : 'supertonic',
        language_code: 'lv-LV',
        gender: 'MALE',
        licence: 'CC BY-NC 4.0',
        ...more,
      }),
    ),
  );
const entriesOf = (name: string, files: Record<string, Uint8Array>): TarEntry[] => [
  { path: `${name}/`, type: '5' },
  { path: `${name}/voice.json`, content: facts(name) },
  ...Object.entries(files).map(([file, content]) => ({ path: `${name}/${file}`, content })),
];
const piper = (): TarEntry[] => entriesOf(PIPER, piperFiles());

async function upload(body: Uint8Array): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/x-tar' };
  const response = await api.raw(voicePacksHttp.upload, root, { accepted: 'true' }, { body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const folders = (): string[] => {
  const voices = join(api.config.DATA_DIR, 'voices');
  return existsSync(voices) ? readdirSync(voices) : [];
};

it('a catalogue that cannot be read is empty, and the list says why', async () => {
  const { body } = await api.call(voicePacksHttp.list, root);
  expect(body).toMatchObject({ problem: null, offers: [], licences: [] });
  expect(body.catalogue_problem).toBeTruthy();
});

const withoutFacts = piper().filter(({ path }) => !path.endsWith('voice.json'));
it.each<[string, () => Uint8Array, string]>([
  ['no tar file', () => Buffer.alloc(5_000, 7), 'The file is no tar file, or damaged'],
  ['an empty one', () => tarOf([]), 'The file is no tar file with a voice'],
  ['cut', () => tarOf(piper()).subarray(0, 100_000), 'it ends early'],
  ['a damaged gzip', () => gzipSync(tarOf(piper())).subarray(0, 2_000), 'The pack cannot be read'],
  [
    'a file of headers alone',
    () => gzipSync(tarOf(Array.from({ length: 3_000 }, (): TarEntry => ({ path: `${PIPER}/`, type: '5' })))),
    'too many headers',
  ],
  ['a symbolic link', () => tarOf([...piper(), { path: `${PIPER}/link`, type: '2' }]), 'a link or another thing'],
  ['a path above', () => tarOf([{ path: '../../evil.onnx', content: facts(PIPER) }]), 'a path that leads elsewhere'],
  ['a path from the top', () => tarOf([{ path: '/etc/evil', content: facts(PIPER) }]), 'a path that leads elsewhere'],
  ['deep folders', () => tarOf([{ path: 'a/b/c.onnx', content: facts(PIPER) }]), 'folders in folders'],
  ['a hidden file', () => tarOf([{ path: '.bashrc', content: facts(PIPER) }]), 'an unusual name'],
  ['one file twice', () => tarOf([...piper(), { path: 'VOICE.onnx' }]), 'VOICE.onnx twice'],
  ['too many files', () => tarOf(Array.from({ length: 20 }, (_, n) => ({ path: `file${n}` }))), 'more than 12 files'],
  ['no facts', () => tarOf(withoutFacts), 'no voice.json'],
  ['another name', () => tarOf([{ path: 'voice.json', content: facts('Aivars') }]), 'voice.json: name'],
  ['no files', () => tarOf([{ path: 'voice.json', content: facts(PIPER) }]), 'there are none'],
  [
    'another graph',
    () =>
      tarOf(entriesOf(PIPER, { ...piperFiles(), 'voice.onnx': supertonicFiles()['vocoder.onnx'] ?? new Uint8Array() })),
    'no input "input"',
  ],
])('a pack that is %s is refused with the reason, and nothing is left', async (_what, file, reason) => {
  const { status, body } = await upload(file());
  expect([status, body['error']]).toEqual([422, expect.stringContaining(reason)]);
  expect(folders()).toEqual([]);
  expect((await api.call(voicePacksHttp.list, root)).body.packs).toEqual([]);
});

it.each([
  ['Piper', PIPER, () => tarOf(piper())],
  ['Supertonic, compressed', SUPERTONIC, () => gzipSync(tarOf(entriesOf(SUPERTONIC, supertonicFiles())))],
])('a pack of %s is installed from a file, and marked', async (_what, name, file) => {
  const { status, body } = await upload(file());
  expect([status, body]).toMatchObject([
    200,
    {
      voice_name: name,
      state: 'ready',
      source: 'upload',
      commercial: false,
      licence: 'CC BY-NC 4.0',
      licence_url: null,
    },
  ]);
  const offered = await api.call(voicesHttp.listOfLanguage, root, { code: 'lv-LV' });
  expect(offered.body.find(({ voice_name }) => voice_name === name)).toMatchObject({ type: 'Neural' });
  const rows = await findAuditBy(api.db, 'voice_pack.upload', [root]);
  expect(rows.at(-1)).toMatchObject({ object_id: name, details: { licence: 'CC BY-NC 4.0' } });
  expect((await upload(file())).status).toBe(409);
  // The end of a download that somebody has replaced by a file.
  expect(await updateInstalling(api.db, name, { state: 'failed', error: 'late' })).toBe(false);
  const { packs } = (await api.call(voicePacksHttp.list, root)).body;
  expect(packs.find(({ voice_name }) => voice_name === name)).toMatchObject({ state: 'ready', error: null });
});

describe('in an organisation', () => {
  const map = (caller: TestUser, mappings: object[], user_id?: number) =>
    api.call(voicePacksHttp.map, caller, { mappings, ...(user_id !== undefined && { user_id }) });
  const preview = async (caller: TestUser, user_id: number) =>
    (
      await api.call(messagesHttp.preview, caller, {
        text: 'Labdien',
        language: 'lv-LV',
        voice: FORMANT,
        user_id,
        place: 'Veikals',
        time_zone: 'UTC',
        chime: 'none',
      })
    ).body.voice;
  const wanted = { from_voice: FORMANT, to_voice: PIPER };

  it('a neural voice speaks for one that was chosen', async () => {
    const owner = await createUser(api);
    expect(await preview(owner, owner.id)).toBe(FORMANT);
    expect((await map(owner, [wanted])).body).toEqual({ mappings: [wanted] });
    expect(await preview(owner, owner.id)).toBe(PIPER);
    expect((await api.call(voicePacksHttp.mappings, owner)).body).toEqual({ mappings: [wanted] });
    const other = await createUser(api);
    expect(await preview(other, other.id)).toBe(FORMANT);
    expect((await map(other, [])).body).toEqual({ mappings: [] });
    expect(await preview(owner, owner.id)).toBe(PIPER);
    const rows = await findAuditBy(api.db, 'voice.map', [owner]);
    expect(rows[0]).toMatchObject({ owner_id: owner.id, before: { mappings: [] }, after: { mappings: [wanted] } });
    await map(owner, []);
    expect(await preview(owner, owner.id)).toBe(FORMANT);
  });

  it('its manager decides that, and nobody else', async () => {
    const owner = await createUser(api);
    const main = await createCompany(api, { user_id: owner.id });
    const manager = await createMember(api, owner, main, { role: 'manager' });
    const planner = await createMember(api, owner, main, { role: 'planner' });
    const stranger = await createUser(api);
    expect((await map(manager, [wanted], owner.id)).status).toBe(200);
    for (const person of [planner, stranger]) {
      expect((await map(person, [], owner.id)).status).toBeGreaterThanOrEqual(403);
      expect((await api.call(voicePacksHttp.mappings, person, { user_id: owner.id })).status).toBeGreaterThanOrEqual(
        403,
      );
    }
    expect((await api.call(voicePacksHttp.mappings, owner)).body).toEqual({ mappings: [wanted] });
  });

  it.each([
    ['a voice that is not there', { from_voice: FORMANT, to_voice: 'lv-LV-Piper-Nobody-medium' }],
    ['one that is not neural', { from_voice: FORMANT, to_voice: 'lv-LV-Standard-B' }],
    ['one of another language', { from_voice: 'en-US-Standard-A', to_voice: PIPER }],
    ['one that speaks for a neural one', { from_voice: SUPERTONIC, to_voice: PIPER }],
  ])('%s is refused', async (_what, mapping) => {
    expect((await map(await createUser(api), [mapping])).status).toBe(422);
  });

  it.each([
    ['blocked', { block: true }, { block: false }],
    ['gone', { vanished_at: new Date() }, { vanished_at: null }],
  ])('a voice that is %s speaks for no other one from now on', async (_what, change, back) => {
    const owner = await createUser(api);
    const update = (set: object) => api.db.updateTable('voices').set(set).where('voice_name', '=', PIPER).execute();
    await update(change);
    expect((await map(owner, [wanted])).status).toBe(422);
    await update(back);
    expect((await map(owner, [wanted])).status).toBe(200);
  });
});

it('a removed voice is spoken for by eSpeak NG', async () => {
  const owner = await createUser(api);
  await api.call(voicePacksHttp.map, owner, { mappings: [{ from_voice: FORMANT, to_voice: PIPER }] });
  expect((await api.call(voicePacksHttp.remove, root, { voice_name: PIPER })).status).toBe(204);
  const heard = {
    text: 'Sveiki',
    language: 'lv-LV',
    voice: FORMANT,
    place: 'Veikals',
    time_zone: 'UTC',
    chime: 'none',
  };
  const { status, body } = await api.call(messagesHttp.preview, owner, heard);
  expect([status, body.items?.length]).toEqual([200, 1]);
  expect(folders()).toEqual([SUPERTONIC]);
});
