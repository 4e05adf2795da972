import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { libraryUsesHttp, USED_KINDS, type UsedKind } from '@belfry/schemas/http/library/uses';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { type Answer, success } from '../../support/http-client.ts';
import { createMessage, tone, createAudio } from '../../support/library.ts';
import { createChime } from '../../support/sounds.ts';

let api: TestApi;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
});

const idOf = async (created: Promise<Answer<{ id: number }>>): Promise<number> => (await success(created)).id;

/** One resource of each kind; each but the station is part of another. */
async function createResources(): Promise<Record<UsedKind, number>> {
  const { id: audio } = await createAudio(api, owner, tone('mp3'), { name: 'Gong' });
  const playlists = await idOf(api.call(playlistsHttp.create, owner, { name: 'Songs', audio_ids: [audio] }));
  const station = { name: 'News', url: 'http://127.0.0.1:9/live', fallback_playlist_id: playlists };
  const stations = await idOf(api.call(stationsHttp.create, owner, station));
  const { id: chimes } = await createChime(api, owner, 'School bell', audio);
  const variants = [{ language: 'en', text: 'The break begins', audio_before: audio }];
  const { id: messages } = await createMessage(api, owner, { name: 'Break', chime_id: chimes, variants });
  return { audio, playlists, stations, chimes, messages };
}

flow('what uses a resource is named for each kind', async () => {
  const ids = await createResources();
  const main = await createCompany(api, { user_id: owner.id, name: 'School' });
  const schedule = (name: string, action: object, fields: object = {}) => {
    const body = { name, action, starts_at: '2099-01-01T12:00', targets: { nodes: [main.company_id] }, ...fields };
    return success(api.call(schedulesHttp.create, owner, body));
  };
  await schedule('Noon', { type: 'message', message_id: ids.messages });
  await schedule('Evening', { type: 'playlist', playlist_id: ids.playlists }, { duration_minutes: 60 });
  await schedule('Morning', { type: 'station', station_id: ids.stations }, { duration_minutes: 60 });
  await success(
    api.call(timetablesHttp.create, owner, {
      name: 'Normal',
      colour: 'blue',
      bells: [
        { at: '08:00', sound: { type: 'chime', chime: 'bell', chime_id: ids.chimes } },
        { at: '09:00', sound: { type: 'message', message_id: ids.messages } },
      ],
    }),
  );
  const window = (from: string, to: string, played: object) => ({ days: [1], from, to, ...played });
  const windows = [
    window('10:00', '11:00', { playlist_id: ids.playlists, station_id: null }),
    window('12:00', '13:00', { playlist_id: null, station_id: ids.stations }),
  ];
  await success(api.call(dayProgrammeHttp.change, owner, { company_id: main.company_id, windows }));

  const uses: Partial<Record<UsedKind, string[]>> = {};
  for (const kind of USED_KINDS) {
    const { names, total } = await success(api.call(libraryUsesHttp.read, owner, { kind, id: ids[kind] }));
    expect(total).toBe(names.length);
    uses[kind] = names;
  }
  expect(uses).toEqual({
    messages: ['Noon', 'Timetable Normal'],
    audio: ['Songs', 'Message Break', 'Chime School bell'],
    chimes: ['Message Break', 'Timetable Normal'],
    playlists: ['Evening', 'Day programme of School', 'Station News'],
    stations: ['Morning', 'Day programme of School'],
  });
});
