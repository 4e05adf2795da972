import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { MUSIC_ABILITY } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { expect, it } from 'vitest';
import { createMusicSpeaker, createSpeaker } from '../../support/announcements.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, tone } from '../../support/library.ts';
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

async function createPlaylist(caller: TestUser, audio_ids: number[] = []): Promise<number> {
  return (await stack.call(playlistsHttp.create, caller, { name: 'Quiet', audio_ids })).body.id;
}
const url = 'https://radio.example/live';

it('a station names a playlist of its organisation that is heard in its place, which is not deleted', async () => {
  const { body: plain } = await stack.call(stationsHttp.create, owner, { name: 'Plain', url });
  expect(plain).toMatchObject({ fallback_playlist_id: null });
  const playlist = await createPlaylist(owner);
  const { body: station } = await stack.call(stationsHttp.create, owner, {
    name: 'Jazz FM',
    url,
    fallback_playlist_id: playlist,
  });
  expect(station).toMatchObject({ fallback_playlist_id: playlist });
  const change = (fields: object) => stack.call(stationsHttp.change, owner, { id: station.id, ...fields });
  expect((await change({ name: 'Jazz' })).body).toMatchObject({ fallback_playlist_id: playlist });
  const theirs = await createPlaylist(await createUser(stack));
  expect(await change({ fallback_playlist_id: theirs })).toMatchObject({
    status: 404,
    body: { error: 'Playlist not found' },
  });
  expect(
    (await stack.call(stationsHttp.create, owner, { name: 'Bad', url, fallback_playlist_id: theirs })).status,
  ).toBe(404);
  expect(await stack.call(playlistsHttp.remove, owner, { id: playlist })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Station Jazz') as string },
  });
  expect((await change({ fallback_playlist_id: null })).body).toMatchObject({ fallback_playlist_id: null });
  expect((await stack.call(playlistsHttp.remove, owner, { id: playlist })).status).toBe(204);
});

it('the list says that devices cannot hear a station, and why, until they can', async () => {
  const address = 'http://127.0.0.1:9/live';
  const { body: station } = await stack.call(stationsHttp.create, owner, { name: 'Far FM', url: address });
  expect(station.problem).toBeNull();
  const speaker = await createSpeaker(stack, owner, main);
  const player = {
    state: 'stopped',
    volume: 50,
    current_track: null,
    position: 0,
    duration: 0,
    percentage: 0,
    playlist_length: 0,
  };
  const report = (problem: object | null) =>
    speaker.publish(topics.player(speaker.serial, 'radio'), { ...player, problem, at: new Date().toISOString() });
  const problemOf = async () =>
    (await stack.call(stationsHttp.list, owner, { q: 'Far FM' })).body.find(({ id }) => id === station.id)?.problem;
  await report({ url: address, reason: 'The station answers 404' });
  await until('the reason is listed', async () => (await problemOf()) != null);
  expect(await problemOf()).toEqual({
    devices: 1,
    reason: 'The station answers 404',
    reason_code: 'station_status',
    reason_params: { status: '404' },
  });
  await report(null);
  await until('the reason is gone', async () => (await problemOf()) === null);
});

it('an HLS stream is refused by its name', async () => {
  const refused = await stack.call(stationsHttp.create, owner, { name: 'HLS', url: 'https://radio.example/live.m3u8' });
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('HLS') as string } });
});

it('the programmes of devices that can play it have the fallback, also of the day programme; those of others do not', async () => {
  const able = await createMusicSpeaker(stack, owner, main, [MUSIC_ABILITY]);
  const old = await createMusicSpeaker(stack, owner, main, []);
  const audio = await createAudio(stack, owner, tone('wav'), { name: 'Tone' });
  const playlist = await createPlaylist(owner, [audio.id]);
  const empty = await createPlaylist(owner);
  const { body: station } = await stack.call(stationsHttp.create, owner, {
    name: 'FM',
    url,
    fallback_playlist_id: playlist,
  });
  const body = scheduleBody([main.company_id], {
    action: { type: 'station', station_id: station.id },
    starts_at: `${dateIn(1)}T08:00`,
    rrule: 'FREQ=DAILY',
    duration_minutes: 60,
  });
  expect((await stack.call(schedulesHttp.create, owner, body)).status).toBe(201);
  const window = { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '20:00', playlist_id: null, station_id: station.id };
  await stack.call(dayProgrammeHttp.change, owner, { company_id: main.company_id, windows: [window] });
  const programmeFor = ({ device }: typeof able) =>
    programmeOf(stack, device, 'both kinds of radio', ({ runs, music }) => runs.length > 0 && music.length > 0);
  const { runs, music, audio: needed } = await programmeFor(able);
  expect(needed).toHaveLength(1);
  // The file as it was uploaded, or at one loudness already.
  const fallback = { name: 'Quiet', shuffle: false, items: [{ sha256: needed[0]?.sha256 }] };
  for (const sound of [runs[0], music[0]]) expect(sound).toMatchObject({ kind: 'station', url, fallback });
  const before = await programmeFor(old);
  for (const sound of [before.runs[0], before.music[0]]) expect(sound).not.toHaveProperty('fallback');
  expect(before.audio).toEqual([]);
  // An empty playlist takes the place of nothing.
  await stack.call(stationsHttp.change, owner, { id: station.id, fallback_playlist_id: empty });
  await programmeOf(stack, able.device, 'the change', ({ music: [first] }) => {
    return first?.kind === 'station' && first.fallback === undefined;
  });
});
