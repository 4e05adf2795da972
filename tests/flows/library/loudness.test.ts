import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { playlistsHttp } from '@belfry/schemas/http/library/audio';
import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { GAIN_ABILITY } from '@belfry/schemas/mqtt/messages';
import { expect, it } from 'vitest';
import { createSpeaker, nextPlay, type Speaker } from '../../support/announcements.ts';
import { findAuditBy } from '../../support/audit.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { tone, uploadAudio } from '../../support/library.ts';
import { dateIn, programmeOf, scheduleBody } from '../../support/programmes.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

async function speakerWith(settings: object, abilities?: string[]): Promise<Speaker> {
  const speaker = await createSpeaker(stack, owner, main, { online: false, ...settings });
  await speaker.status({ abilities });
  const isStored = abilities?.includes(GAIN_ABILITY) ?? false;
  await until('its abilities are stored', async () => {
    const { status, takes_gain } = await stack.db
      .selectFrom('device_state')
      .select(['status', 'takes_gain'])
      .where('device_id', '=', speaker.device.device_id)
      .executeTakeFirstOrThrow();
    return status === 'online' && takes_gain === isStored;
  });
  return speaker;
}
it('the loudness of an organisation is what its owner chooses, within limits, and is recorded', async () => {
  const person = await createUser(stack);
  const targets = async () => (await stack.call(loudnessHttp.readTargets, person)).body;
  expect(await targets()).toEqual({ speech_lufs: -16, music_lufs: -20 });
  const louder = { speech_lufs: -16, music_lufs: -18 };
  expect(await stack.call(loudnessHttp.changeTargets, person, louder)).toMatchObject({ status: 200, body: louder });
  expect(await targets()).toEqual(louder);
  expect(await findAuditBy(stack.db, 'organisation.loudness', [person])).toHaveLength(1);
  const other = { speech_lufs: -18, music_lufs: -22 };
  expect(await stack.call(loudnessHttp.changeTargets, person, other)).toMatchObject({ status: 200, body: other });
  expect(await targets()).toEqual(other);
  for (const wrong of [{ ...louder, music_lufs: -15 }, { ...louder, speech_lufs: -24 }, { music_lufs: -18 }])
    expect((await stack.call(loudnessHttp.changeTargets, person, wrong)).status).toBe(400);
  expect((await stack.call(loudnessHttp.readTargets, await createUser(stack))).body.music_lufs).toBe(-20);
});

it(
  'an announcement has the trim of its place as a gain, or a file with it for devices that apply none',
  { tags: ['full'] },
  async () => {
    const able = await speakerWith({ trim_db: -6 }, [GAIN_ABILITY, 'something else']);
    const plain = await speakerWith({}, [GAIN_ABILITY]);
    const old = await speakerWith({ trim_db: -6 });
    const say = async () => {
      const devices = [able, plain, old].map(({ serial }) => serial);
      await stack.call(sayHttp.say, owner, { text: 'The museum closes soon.', targets: { devices } });
      const plays = await Promise.all([able, plain, old].map(nextPlay));
      return plays.map(({ params }) => params.items[0]);
    };
    const [softer, asItIs, before] = await say();
    expect(Math.abs((softer?.gain_db ?? 0) + 6)).toBeLessThanOrEqual(0.5);
    expect(asItIs?.gain_db).toBeUndefined();
    expect(before).toEqual(asItIs);
    const levelled = await until('the file with the gain applied', () =>
      stack.db
        .selectFrom('levelled_audio')
        .innerJoin('audio_files', 'audio_files.sha256', 'levelled_audio.levelled_sha256')
        .select(['audio_files.sha256', 'loudness_lufs', 'gain_db'])
        .where('levelled_audio.sha256', '=', before?.sha256 ?? '')
        .executeTakeFirst(),
    );
    expect(levelled?.gain_db).toBe(softer?.gain_db);
    expect(Math.abs((levelled?.loudness_lufs ?? 0) + 22)).toBeLessThan(0.7);
    const [, , after] = await say();
    expect(after?.sha256).toBe(levelled?.sha256);
    const asDevice = { key: deviceAuthorization(old.device) };
    expect((await stack.call(audioContentHttp.download, asDevice, { sha256: after?.sha256 })).status).toBe(200);
  },
);

it('music of a programme reaches the target of the organisation, which may change', { tags: ['full'] }, async () => {
  const speaker = await speakerWith({}, [GAIN_ABILITY]);
  const old = await speakerWith({});
  const { body: audio } = await uploadAudio(stack, owner, tone('wav'), { name: 'Loud' });
  const items = [audio.id];
  const { body: playlist } = await stack.call(playlistsHttp.create, owner, {
    name: 'Day',
    audio_ids: items,
    shuffle: false,
  });
  const body = scheduleBody([main.company_id], {
    name: 'Music',
    action: { type: 'playlist', playlist_id: playlist.id },
    starts_at: `${dateIn(1)}T08:00`,
    rrule: 'FREQ=DAILY',
    duration_minutes: 60,
  });
  expect((await stack.call(schedulesHttp.create, owner, body)).status).toBe(201);
  const gainFor = async (device: Speaker, lufs: number) => {
    await stack.call(loudnessHttp.changeTargets, owner, { speech_lufs: -16, music_lufs: lufs });
    const wanted = lufs - (audio.loudness_lufs ?? 0);
    const programme = await programmeOf(stack, device.device, `music at ${lufs}`, ({ runs: [run] }) => {
      const gain = run?.kind === 'playlist' ? run.items[0]?.gain_db : undefined;
      return gain !== undefined && Math.abs(gain - wanted) <= 0.25;
    });
    return programme;
  };
  await gainFor(speaker, -20);
  const { audio: files } = await gainFor(speaker, -23);
  expect(files).toEqual([{ sha256: audio.sha256, duration_ms: audio.duration_ms, bytes: audio.bytes, format: 'wav' }]);
  const { runs } = await programmeOf(stack, old.device, 'a file with the gain applied', ({ audio: list }) =>
    list.some(({ sha256, format }) => sha256 !== audio.sha256 && format === 'mp3'),
  );
  expect(runs[0]).not.toHaveProperty('items.0.gain_db');
});
