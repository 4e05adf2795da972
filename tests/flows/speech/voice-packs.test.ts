import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { VoicePack } from '@belfry/schemas/http/speech/voice-packs';
import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { supertonicFiles } from '@belfry/speech-neural/testing/supertonic-stand-in';
import { piperFiles } from '@belfry/speech-neural/testing/voice-folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { startVoiceServer } from '../../support/providers/voice-server.ts';
import { until } from '../../support/until.ts';

const named = (name: string): string => `lv-LV-Piper-${name}-medium`;
const [PLAIN, CUT, ANEW, DAMAGED, LONGER, AWAY, GRAPH, HANGING, DISK, ORPHAN] = [
  'Aivars',
  'Cut',
  'Anew',
  'Damaged',
  'Longer',
  'Away',
  'Graph',
  'Hanging',
  'Disk',
  'Orphan',
].map(named) as [string, string, string, string, string, string, string, string, string, string];
const GIGABYTE = 1_024 ** 3;

let server: Awaited<ReturnType<typeof startVoiceServer>>;
let api: TestApi;
let root: TestUser;
const space = { free: 100 * GIGABYTE, size: 200 * GIGABYTE };
beforeAll(async () => {
  const otherGraph = { ...piperFiles(), 'voice.onnx': supertonicFiles()['vocoder.onnx'] ?? new Uint8Array() };
  server = await startVoiceServer([
    { name: PLAIN },
    { name: CUT, behaviour: { cut: { bytes: 400_000, times: 2 } } },
    { name: ANEW, behaviour: { ignoresRanges: true, cut: { bytes: 400_000, times: 1 } } },
    { name: DAMAGED, behaviour: { damaged: true } },
    { name: LONGER, behaviour: { longer: true } },
    { name: AWAY, behaviour: { status: 404 } },
    { name: GRAPH, files: otherGraph },
    { name: HANGING, behaviour: { hangs: true } },
    { name: DISK },
    { name: ORPHAN },
  ]);
  const overrides = { uploads: { readSpace: async () => ({ ...space }) } };
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000', ...server.settings }, undefined, overrides);
  root = await createUser(api, { role: 'root', name: 'Rita Root' });
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});

const folder = (): string => join(api.config.DATA_DIR, 'voices');
const leftovers = (name: string): string[] =>
  existsSync(folder()) ? readdirSync(folder()).filter((each) => each.includes(name)) : [];
const install = (voice_name: string, accepted_licence = 'cc0') =>
  api.call(voicePacksHttp.install, root, { voice_name, accepted_licence });
const list = async () => (await api.call(voicePacksHttp.list, root)).body;
const packOf = async (name: string): Promise<VoicePack | undefined> =>
  (await list()).packs.find(({ voice_name }) => voice_name === name);
const ended = (name: string): Promise<VoicePack | undefined> =>
  until(
    'it has ended',
    () => packOf(name),
    (pack) => pack?.state === 'ready' || pack?.state === 'failed',
    30_000,
  );
const offered = async (): Promise<string[]> =>
  (await api.call(voicesHttp.listOfLanguage, root, { code: 'lv-LV' })).body.map(({ voice_name }) => voice_name);

it('is for roots only', async () => {
  for (const person of [await createAdmin(api), await createUser(api)]) {
    const answers = [
      await api.call(voicePacksHttp.list, person),
      await api.call(voicePacksHttp.install, person, { voice_name: PLAIN, accepted_licence: 'cc0' }),
      await api.call(voicePacksHttp.remove, person, { voice_name: PLAIN }),
      await api.raw(
        voicePacksHttp.upload,
        person,
        { accepted: 'true' },
        { body: Buffer.alloc(10), headers: { 'content-type': 'application/x-tar' } },
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
});

it('a voice of the catalogue is installed once its licence is accepted, which is recorded', async () => {
  const before = await list();
  expect(before).toMatchObject({ problem: null, catalogue_problem: null, packs: [] });
  expect(before.offers.find(({ voice_name }) => voice_name === PLAIN)).toMatchObject({
    kind: 'piper',
    language_code: 'lv-LV',
    gender: 'MALE',
    licence_id: 'cc0',
    note: 'Name the source.',
    sample_url: `https://samples.test/${PLAIN}.mp3`,
  });
  expect(before.licences).toEqual([
    { id: 'cc0', name: 'CC0 1.0', url: 'https://licences.test/cc0', text: 'You may do what you want.' },
  ]);
  expect((await install(PLAIN, 'other')).status).toBe(422);
  expect((await install('lv-LV-Piper-Nobody-medium')).status).toBe(404);
  const begun = await install(PLAIN);
  expect(begun.status).toBe(202);
  expect(begun.body).toMatchObject({
    state: 'downloading',
    received: 0,
    licence: 'CC0 1.0',
    note: 'Name the source.',
    commercial: true,
  });
  const pack = await ended(PLAIN);
  expect(pack).toMatchObject({ state: 'ready', error: null, source: 'catalogue', accepted_by: root.email });
  expect(pack?.received).toBe(pack?.bytes);
  expect(Date.parse(pack?.accepted_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await until('it is offered', offered, ([first]) => first === PLAIN)).toContain(PLAIN);
  const rows = await findAuditBy(api.db, 'voice_pack.install', [root]);
  expect(rows[0]).toMatchObject({
    object_id: PLAIN,
    details: { licence: 'CC0 1.0', licence_url: 'https://licences.test/cc0' },
  });
  expect((await install(PLAIN)).status).toBe(409);
});

it('a pack stays and can be removed when the account is gone that has accepted its licence', async () => {
  const other = await createUser(api, { role: 'root' });
  const installing = await api.call(voicePacksHttp.install, other, { voice_name: ORPHAN, accepted_licence: 'cc0' });
  expect(installing.status).toBe(202);
  const before = await ended(ORPHAN);
  expect(before).toMatchObject({ state: 'ready', accepted_by: other.email });
  await api.db.deleteFrom('users').where('id', '=', other.id).execute();
  expect(await packOf(ORPHAN)).toEqual({ ...before, accepted_by: null });
  expect((await api.call(voicePacksHttp.remove, root, { voice_name: ORPHAN })).status).toBe(204);
  expect(await packOf(ORPHAN)).toBeUndefined();
});

it.each([
  ['that is cut is continued by ranges', CUT, 3],
  ['of a server without ranges begins anew', ANEW, 2],
])('a download %s', { tags: ['full'] }, async (_what, name, answers) => {
  await install(name);
  expect(await ended(name)).toMatchObject({ state: 'ready', error: null });
  const [first, ...others] = server.requestsFor(name).filter(({ path }) => path.endsWith('.onnx'));
  expect([first?.range, others.length]).toEqual([undefined, answers - 1]);
  // The last bytes before a cut may not have arrived.
  const from = others.map(({ range }) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]));
  expect(from.every((start, index) => start > (from[index - 1] ?? 0) && start <= 400_000 * (index + 1))).toBe(true);
});

it.each([
  ['with another content', DAMAGED, 'voice.onnx differs from its SHA-256'],
  ['that is longer', LONGER, 'voice.onnx has another size than the catalogue says'],
  ['that is not there', AWAY, 'The server answered 404 for voice.onnx'],
  ['with another graph', GRAPH, /^The files of the voice cannot be used: .*no input "input"/],
])('a file %s is refused with the reason, and nothing is left', { tags: ['full'] }, async (_what, name, reason) => {
  await install(name);
  const pack = await ended(name);
  expect(pack?.state).toBe('failed');
  expect(pack?.error).toMatch(reason);
  expect(leftovers(name)).toEqual([]);
  expect(await offered()).not.toContain(name);
});

it('after a failure it can be tried again', { tags: ['full'] }, async () => {
  server.behave(AWAY, {});
  expect((await install(AWAY)).body).toMatchObject({ state: 'downloading', error: null });
  expect(await ended(AWAY)).toMatchObject({ state: 'ready' });
});

it('without room on the disk nothing is downloaded', { tags: ['full'] }, async () => {
  const { free } = space;
  space.free = 1_000;
  await install(DISK);
  expect(await ended(DISK)).toMatchObject({
    state: 'failed',
    error: 'The server is short of disk space, so the pack cannot be stored',
  });
  expect([server.requestsFor(DISK), leftovers(DISK)]).toEqual([[], []]);
  space.free = free;
  expect((await api.call(voicePacksHttp.remove, root, { voice_name: DISK })).status).toBe(204);
});

it('a removal ends the download, and leaves nothing', { tags: ['full'] }, async () => {
  await install(HANGING);
  await until('it downloads', async () => server.requestsFor(HANGING).length > 0);
  expect((await api.call(voicePacksHttp.remove, root, { voice_name: HANGING })).status).toBe(204);
  expect(leftovers(HANGING)).toEqual([]);
  expect(await packOf(HANGING)).toBeUndefined();
  expect((await list()).offers.map(({ voice_name }) => voice_name)).toContain(HANGING);
});

it('a removed voice is offered no longer', { tags: ['full'] }, async () => {
  expect((await api.call(voicePacksHttp.remove, root, { voice_name: CUT })).status).toBe(204);
  expect(await offered()).not.toContain(CUT);
  expect(leftovers(CUT)).toEqual([]);
  expect((await api.call(voicePacksHttp.remove, root, { voice_name: CUT })).status).toBe(404);
  expect(await findAuditBy(api.db, 'voice_pack.delete', [root])).not.toEqual([]);
});

it('there are 40 packs at most', async () => {
  const { packs } = await list();
  const names = Array.from({ length: 40 - packs.length }, (_, index) => named(`Other${index}`));
  const row = await api.db
    .selectFrom('voice_packs')
    .selectAll()
    .where('voice_name', '=', PLAIN)
    .executeTakeFirstOrThrow();
  await api.db
    .insertInto('voice_packs')
    .values(names.map((voice_name) => ({ ...row, voice_name, facts: JSON.stringify(row.facts) })))
    .execute();
  const refused = await install(CUT);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('40 packs at most')]);
  await api.db.deleteFrom('voice_packs').where('voice_name', 'in', names).execute();
});
