/** @module-tag full */
import { startDevice } from '@belfry/device-firmware-sim/device/device';
import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { formatWav } from '@belfry/device-firmware-sim/sound/pcm';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { playlistsHttp } from '@belfry/schemas/http/library/audio';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { expect, test } from 'vitest';
import { createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { uploadAudio } from '../../../support/library.ts';
import { createSchool, dateIn, programmeOf, type School } from '../../../support/programmes.ts';
import type { Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';

const SECONDS = 2;

let stack: Stack;
let owner: TestUser;
let school: School;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  school = await createSchool(stack, owner);
});

/** Music of the main company all the time, which its places inherit. */
async function playMusic(): Promise<void> {
  const audio_ids: number[] = [];
  for (const toHz of [500, 900]) {
    const file = Buffer.from(formatWav(chirp({ rate: 44_100, fromHz: 300, toHz, seconds: SECONDS })));
    audio_ids.push((await uploadAudio(stack, owner, file, { name: `Chirp to ${toHz}` })).body.id);
  }
  const { body } = await stack.call(playlistsHttp.create, owner, { name: 'Day', audio_ids });
  const window = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', station_id: null, playlist_id: body.id };
  await stack.call(dayProgrammeHttp.change, owner, { company_id: school.main, windows: [window] });
}

test('what a device has played of its playlists is what is reported, also as CSV', { timeout: 120_000 }, async () => {
  await playMusic();
  await programmeOf(stack, school.device, 'the music', ({ music }) => music.length > 0);
  const { serial, device_key: deviceKey } = school.device;
  const device = startDevice({ mqttUrl: stack.mqttUrl, apiUrl: stack.url, serial, deviceKey, reportTracksMs: 500 });
  const days = { from: dateIn(-1), to: dateIn(1) };
  const report = () => stack.call(heardMusicHttp.tracks, owner, days);
  const isTwice = ({ body }: Awaited<ReturnType<typeof report>>): boolean =>
    body.length === 2 && body.every(({ plays }) => plays >= 2);
  await until('each track is reported twice', report, isTwice, 60_000, 500);
  device.playback.control('music', 'stop');
  const { memory } = device.flash;
  await until('everything is reported', () => memory.heard?.tracks.length === 0);
  await device.stop();
  const { body, headers } = await report();
  expect(headers.get('x-total-count')).toBe('2');
  expect(body.reduce((sum, { plays }) => sum + plays, 0)).toBe(memory.heard?.last_seq);
  expect(body[0]).toMatchObject({ place: 'Hall', serial, name: 'Chirp to 500', duration_ms: SECONDS * 1_000 });
  for (const { plays, seconds } of body) {
    expect(seconds).toBeLessThanOrEqual(plays * SECONDS);
    // The first and the last one may have been cut short.
    expect(seconds).toBeGreaterThan((plays - 2) * SECONDS);
  }
  const lines = (await (await stack.raw(heardMusicHttp.csv, owner, days)).text()).trim().split('\r\n');
  expect(lines[0]).toContain('place,serial,artist,title,name,duration_s,plays,seconds,first_day,last_day');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Hall', 'Hall']);
  expect(lines[1]?.split(',')[6]).toBe(String(body[0]?.plays));
});
