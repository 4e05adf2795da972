import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { playlistsHttp } from '@belfry/schemas/http/library/audio';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { MUSIC_ABILITY } from '@belfry/schemas/mqtt/messages';
import { expect, it } from 'vitest';
import { createMusicSpeaker } from '../../support/announcements.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, tone } from '../../support/library.ts';
import { dateIn, programmeOf, scheduleBody } from '../../support/programmes.ts';
import type { Stack } from '../../support/stack.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

it('a playlist keeps its crossfade and how soon a track may be heard again, within limits', async () => {
  const { body: plain } = await stack.call(playlistsHttp.create, owner, { name: 'Plain' });
  expect(plain).toMatchObject({ crossfade_s: 0, no_repeat: null });
  const { body: mixed } = await stack.call(playlistsHttp.create, owner, {
    name: 'Mixed',
    crossfade_s: 12,
    no_repeat: 499,
  });
  expect(mixed).toMatchObject({ crossfade_s: 12, no_repeat: 499 });
  const change = (fields: object) => stack.call(playlistsHttp.change, owner, { id: mixed.id, ...fields });
  expect((await change({ name: 'Evening' })).body).toMatchObject({ crossfade_s: 12, no_repeat: 499 });
  expect((await change({ crossfade_s: 0, no_repeat: null })).body).toMatchObject({ crossfade_s: 0, no_repeat: null });
  for (const wrong of [{ crossfade_s: 13 }, { crossfade_s: -1 }, { crossfade_s: 1.5 }, { no_repeat: 500 }])
    expect((await change(wrong)).status).toBe(400);
});

it('the programmes of devices that can have it say how a playlist is played, those of others as before', async () => {
  const able = await createMusicSpeaker(stack, owner, main, [MUSIC_ABILITY]);
  const old = await createMusicSpeaker(stack, owner, main, []);
  const audio = await createAudio(stack, owner, tone('wav'), { name: 'Tone' });
  const { body: playlist } = await stack.call(playlistsHttp.create, owner, {
    name: 'Day',
    audio_ids: [audio.id],
    shuffle: true,
    crossfade_s: 4,
    no_repeat: 2,
  });
  const body = scheduleBody([main.company_id], {
    action: { type: 'playlist', playlist_id: playlist.id },
    starts_at: `${dateIn(1)}T08:00`,
    rrule: 'FREQ=DAILY',
    duration_minutes: 60,
  });
  expect((await stack.call(schedulesHttp.create, owner, body)).status).toBe(201);
  const window = { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '20:00', station_id: null };
  await stack.call(dayProgrammeHttp.change, owner, {
    company_id: main.company_id,
    windows: [{ ...window, playlist_id: playlist.id }],
  });
  const programmeFor = ({ device }: typeof able) =>
    programmeOf(stack, device, 'both kinds of music', ({ runs, music }) => runs.length > 0 && music.length > 0);
  // Dayparts are inherited: the windows are those of the node above.
  const { runs, music } = await programmeFor(able);
  expect(runs[0]).toMatchObject({ kind: 'playlist', shuffle: true, crossfade_s: 4, no_repeat: 2 });
  expect(music[0]).toMatchObject({ kind: 'playlist', shuffle: true, crossfade_s: 4, no_repeat: 2 });
  const before = await programmeFor(old);
  for (const sound of [before.runs[0], before.music[0]]) {
    expect(sound).toMatchObject({ kind: 'playlist', shuffle: true });
    expect(sound).not.toHaveProperty('crossfade_s');
    expect(sound).not.toHaveProperty('no_repeat');
  }
  await stack.call(playlistsHttp.change, owner, { id: playlist.id, crossfade_s: 0, shuffle: false });
  await programmeOf(stack, able.device, 'the change', ({ music: [first] }) => {
    return first?.kind === 'playlist' && first.crossfade_s === undefined && first.no_repeat === undefined;
  });
});
