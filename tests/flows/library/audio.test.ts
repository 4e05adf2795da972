import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { findPlaylistItems } from '@belfry/api/features/library/index';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { playlistsHttp, audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { libraryUsesHttp } from '@belfry/schemas/http/library/uses';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { createMember } from '../../support/teams.ts';
import { createAudio, tone, uploadAudio } from '../../support/library.ts';

let api: TestApi;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
});
const list = async ({ key }: TestUser) => (await api.call(audioHttp.list, { key })).body;

describe('an upload', () => {
  // `decode-file.test.ts` decodes each format, and what is damaged.
  describe.each([
    ['mp3', 'mp3', []],
    ['opus', 'ogg', []],
    ['ogg', 'ogg', ['full']],
    ['flac', 'flac', ['full']],
    ['wav', 'wav', ['full']],
  ] as const)('of %s', (extension, format, tags) => {
    it(
      'is listed with its tags, duration and waveform, whatever type the client states',
      { tags: [...tags] },
      async () => {
        const bytes = tone(extension);
        const { status, body } = await uploadAudio(api, owner, bytes, { name: extension, type: 'text/html' });
        expect([status, body]).toMatchObject([
          201,
          { name: extension, format, bytes: bytes.length, title: 'Tone', artist: 'Tester', revision: 1 },
        ]);
        // Encoders add some silence to a tone of 400 ms.
        expect(body.duration_ms).toBeGreaterThanOrEqual(400);
        expect(body.duration_ms).toBeLessThan(520);
        expect(Math.max(...body.peaks)).toBeGreaterThan(0.1);
        // The tone of every file has the same level: its sine is 3 dB below its peak, on one channel as on two.
        expect(body.loudness_lufs).toBeCloseTo(body.peak_dbtp ?? 0, -0.7);
        expect(Math.max(...body.peaks)).toBeCloseTo(10 ** ((body.peak_dbtp ?? 0) / 20), 1);
        const file = await api.raw(audioContentHttp.download, owner, { sha256: body.sha256 });
        expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
        expect(file.headers.get('content-type')).toMatch(/^audio\//);
      },
    );
  });

  const refused = async (_what: string, bytes: () => Buffer): Promise<void> => {
    const before = await list(owner);
    const { status, body } = await uploadAudio(api, owner, bytes());
    expect([status, body.error]).toEqual([
      422,
      expect.stringMatching(/^(The file is (damaged|incomplete|empty)|This is (no MP3|a web page))/),
    ]);
    expect(await list(owner)).toEqual(before);
    expect(readdirSync(join(api.config.DATA_DIR, '.work'))).toEqual([]);
  };
  it.each([
    ['half an OGG', () => tone('ogg').subarray(0, tone('ogg').length / 2)],
    ['a page', () => Buffer.from('<html><script>alert(1)</script></html>')],
  ])('of %s is refused with the reason, and kept nowhere', refused);
  it.each([
    ['half an MP3', () => tone('mp3').subarray(0, tone('mp3').length / 2)],
    ['an OGG with a changed byte', () => changed(tone('ogg'))],
    ['half a FLAC', () => tone('flac').subarray(0, tone('flac').length / 2)],
    ['a FLAC with a changed byte', () => changed(tone('flac'))],
    ['half a WAV', () => tone('wav').subarray(0, tone('wav').length / 2)],
    ['random bytes', () => randomBytes(20_000)],
    [
      'random bytes behind the beginning of an MP3',
      () => Buffer.concat([tone('mp3').subarray(0, 200), randomBytes(9_000)]),
    ],
    ['nothing', () => Buffer.alloc(0)],
  ])('of %s is refused with the reason, and kept nowhere', { tags: ['full'] }, refused);

  it('that players could not play as it is, is stored as they can, and so downloaded', async () => {
    const wav = tone('wav');
    const open = Buffer.from(wav);
    open.writeUInt32LE(0, open.indexOf('data') + 4);
    const { status, body } = await uploadAudio(api, owner, open, { name: 'open' });
    expect([status, body.error ?? body.format]).toEqual([201, 'wav']);
    const file = Buffer.from(await (await api.raw(audioContentHttp.download, owner, { sha256: body.sha256 })).bytes());
    expect(file.readUInt32LE(file.indexOf('data') + 4)).toBe(file.length - file.indexOf('data') - 8);
    expect(body.bytes).toBe(file.length);
    expect(readdirSync(join(api.config.DATA_DIR, '.work'))).toEqual([]);
  });

  it('that is announced as too large is refused before it is received', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: owner.key, 'content-length': AUDIO_MAX_BYTES + 1 };
      const call = request(api.address(audioHttp.upload, { name: 'Large' }), { method: 'POST', headers });
      call.once('error', reject);
      call.once('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.flushHeaders();
    });
    expect(status).toBe(413);
  });
});

/** The file with one byte of its sound changed. */
function changed(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8((copy.at(-60) ?? 0) ^ 0x55, copy.length - 60);
  return copy;
}

it('is renamed, and deleted once no playlist contains it', async () => {
  const user = await createUser(api);
  const { key } = user;
  const { id, sha256 } = await createAudio(api, user, tone('mp3'));
  const renamed = await api.call(audioHttp.change, { key }, { id, name: 'Gong', revision: 1 });
  expect(renamed.body).toMatchObject({ name: 'Gong', revision: 2, sha256 });
  const body = { name: 'Morning', audio_ids: [id, id] };
  const playlist = (await api.call(playlistsHttp.create, { key }, { ...body })).body;
  expect(playlist).toMatchObject({ audio_ids: [id, id], duration_ms: 2 * renamed.body.duration_ms });
  const item = { sha256, duration_ms: renamed.body.duration_ms };
  const content = await findPlaylistItems(api.db, user.id, [playlist.id]);
  expect(content.get(playlist.id)?.items).toEqual([item, item]);
  const refused = await api.call(audioHttp.remove, { key }, { id });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('“Morning”') } });
  await api.call(playlistsHttp.change, { key }, { id: playlist.id, audio_ids: [] });
  expect((await api.call(audioHttp.remove, { key }, { id })).status).toBe(204);
  expect(await list(user)).toEqual([]);
});

it('belongs to its owner', async () => {
  const [stranger, body] = [await createUser(api), await createAudio(api, owner, tone('flac'))];
  const { key } = stranger;
  expect(await list(stranger)).toEqual([]);
  const calls = [
    api.call(audioHttp.change, { key }, { id: body.id, name: 'Mine' }),
    api.call(audioHttp.remove, { key }, { id: body.id }),
    api.call(audioContentHttp.download, { key }, { sha256: body.sha256 }),
    api.call(audioContentHttp.createLink, { key }, { sha256: body.sha256 }),
    api.call(audioContentHttp.openLink, null, { sha256: body.sha256, ticket: 'guess' }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const playlist = await api.call(playlistsHttp.create, { key }, { name: 'Stolen', audio_ids: [body.id] });
  expect(playlist.status).toBe(422);
});

it('a message that a schedule speaks cannot be deleted', async () => {
  const variants = [{ language: 'en', text: 'Hello' }];
  const { body } = await api.call(messagesHttp.create, owner, { name: 'Hi', variants });
  await api.db
    .insertInto('schedules')
    .values({
      user_id: owner.id,
      name: 'Every morning',
      action: JSON.stringify({ type: 'message', message_id: body.id }),
      starts_at: '2026-11-23T08:00',
      exceptions: '[]',
      targets: '{}',
      missed: '{}',
      priority: 5,
      enabled: true,
    })
    .execute();
  const refused = await api.call(messagesHttp.remove, owner, { id: body.id });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('“Every morning”') } });
});

it('what uses a resource is told to its owner by name, to members by number, and to nobody else', async () => {
  const variants = [{ language: 'en', text: 'Hello' }];
  const { body } = await api.call(messagesHttp.create, owner, { name: 'Hi', variants });
  const usesFor = (user: { key: string }) => api.call(libraryUsesHttp.read, user, { kind: 'messages', id: body.id });
  expect((await usesFor(owner)).body).toEqual({ names: [], total: 0 });
  await api.call(timetablesHttp.create, owner, {
    name: 'Normal day',
    colour: 'blue',
    bells: [{ at: '08:00', sound: { type: 'message', message_id: body.id } }],
  });
  expect((await usesFor(owner)).body).toEqual({ names: ['Timetable Normal day'], total: 1 });
  const main = await createCompany(api, { user_id: owner.id });
  const planner = await createMember(api, owner, main, { role: 'planner' });
  expect((await usesFor(planner)).body).toEqual({ names: [], total: 1 });
  expect((await usesFor(await createUser(api))).status).toBe(404);
});
