import { randomBytes } from 'node:crypto';
import { webmOf } from '@belfry/api/features/library/decode/testing/webm-file';
import { deleteOldRecordings, requireRecordingRoom } from '@belfry/api/features/live-pages/keep-recording.service';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { PAGE_RECORDINGS_MAX_BYTES, livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { recordingsHttp } from '@belfry/schemas/http/live-pages/recordings';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { addDevice, createPlace, mustTalk, openPage } from '../../support/live-pages.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** 40 ms of mono, silent. */
const PACKET = Buffer.from([0xf9, 0xff, 0xfe, 0xff, 0xfe]);
const recorded = webmOf(Array.from({ length: 50 }, () => PACKET));

describe('a recording of a browser', () => {
  it('becomes audio of the library, in a format that devices play', async () => {
    const user = await createUser(api);
    const { body, status } = await api.call(recordingsHttp.create, user, { name: 'Welcome' }, { body: recorded });
    expect([status, body]).toMatchObject([201, { name: 'Welcome', format: 'ogg' }]);
    expect(body.duration_ms).toBeGreaterThan(1_900);
    expect((await api.call(audioHttp.list, user)).body).toMatchObject([{ id: body.id }]);
    const sound = await api.raw(audioContentHttp.download, user, { sha256: body.sha256 });
    expect(Buffer.from(await sound.arrayBuffer()).toString('latin1', 0, 4)).toBe('OggS');
    expect(await findAuditBy(api.db, 'library.create', [user])).toHaveLength(1);
  });

  it.each([
    ['with other sound', webmOf([PACKET], { codec: 'A_VORBIS' })],
    ['that is cut off', recorded.subarray(0, -2)],
    ['that is none', Buffer.from('no sound at all')],
  ])('%s is refused with the reason', async (_name, file) => {
    const user = await createUser(api);
    const refused = await api.call(recordingsHttp.create, user, { name: 'x' }, { body: file });
    expect([refused.status, refused.body.code]).toEqual([422, 'unprocessable']);
    expect((await api.call(audioHttp.list, user)).body).toEqual([]);
  });

  it('is no upload of a file, which may not be WebM', async () => {
    const user = await createUser(api);
    expect((await api.call(audioHttp.upload, user, { name: 'x' }, { body: recorded })).status).toBe(422);
  });
});

it('the recording of a page is deleted after PAGE_RECORDING_DAYS', async () => {
  const { user, serial } = await createPlace(api);
  const page = await openPage(api, user, [serial]);
  const talker = await mustTalk(api, page.audio_url);
  for (let seq = 0; seq < 5; seq += 1) talker.say(seq);
  talker.finish(5);
  await talker.closed;
  const shaOf = async () =>
    (await api.db.selectFrom('pages').select('recording_sha256').where('page_id', '=', page.page_id).execute())[0]
      ?.recording_sha256;
  const sha256 = await until('the recording', shaOf);
  const forgotten: string[] = [];
  const rendering = { forgetFiles: async (sha256s: readonly string[]) => void forgotten.push(...sha256s) };
  const sweep = () => deleteOldRecordings({ db: api.db, config: api.config, rendering });
  const endedDaysAgo = (days: number) =>
    api.db
      .updateTable('pages')
      .set({ ended_at: new Date(Date.now() - days * 86_400_000) })
      .where('page_id', '=', page.page_id)
      .execute();
  await endedDaysAgo(29);
  await sweep();
  expect(await shaOf()).toBe(sha256);
  await endedDaysAgo(31);
  await sweep();
  expect(await shaOf()).toBeNull();
  expect(forgotten).toContain(sha256);
});

it('an organisation keeps a gigabyte of recordings: above it there is no room for another, and what must be recorded first is refused', async () => {
  const { user, main, serial } = await createPlace(api);
  const old = await addDevice(api, user, main, false);
  const speak = async () => {
    const page = await openPage(api, user, [serial]);
    const talker = await mustTalk(api, page.audio_url);
    talker.say(0, { packet: Buffer.from([10 << 3, ...randomBytes(8)]) });
    talker.finish(1);
    await talker.closed;
    return page.page_id;
  };
  const ofPage = (pageId: string) =>
    api.db.selectFrom('pages').select('recording_sha256').where('page_id', '=', pageId).executeTakeFirstOrThrow();
  const first = await speak();
  const { recording_sha256 } = await until(
    'the recording',
    () => ofPage(first),
    (row) => row.recording_sha256 !== null,
  );
  const resize = (bytes: number) =>
    api.db.updateTable('audio_files').set({ bytes }).where('sha256', '=', recording_sha256).execute();
  await resize(PAGE_RECORDINGS_MAX_BYTES);
  const refused = await api.call(livePagesHttp.open, user, { targets: { devices: [old.serial] }, chime: 'none' });
  expect([refused.status, refused.body.code]).toEqual([422, 'unprocessable']);
  await expect(requireRecordingRoom(api.db, user.id, 1)).rejects.toMatchObject({ code: 'unprocessable' });
  const settings = async () => (await api.call(livePagesHttp.settings, user)).body;
  expect(await settings()).toMatchObject({ recording_room: false });
  await resize(1_000);
  await requireRecordingRoom(api.db, user.id, 1);
  expect(await settings()).toMatchObject({ recording_room: true });
});
