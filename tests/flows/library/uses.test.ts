import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { libraryItemsHttp } from '@belfry/schemas/http/library/items';
import { libraryUsesHttp, USED_KINDS, type UsedKind } from '@belfry/schemas/http/library/uses';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
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

  const { body: listed } = await api.call(libraryItemsHttp.list, owner);
  expect(Object.fromEntries(listed.map(({ kind, uses: count }) => [kind, count]))).toEqual(
    Object.fromEntries(USED_KINDS.map((kind) => [kind, uses[kind]?.length])),
  );
});

flow(
  'everything of the library is one list, narrowed to a kind and a text, what was said last first',
  async ({ lentStack }) => {
    const [speaker, other] = [await createUser(lentStack), await createUser(lentStack)];
    const { company_id } = await createCompany(lentStack, { user_id: speaker.id, name: 'Shop' });
    await createDevice(lentStack, { user_id: speaker.id, company_id });
    await createMessage(lentStack, other, { name: 'Of another' });
    const message = await createMessage(lentStack, speaker, { name: 'Welcome' });
    await createMessage(lentStack, speaker, { name: 'Closing' });
    await success(lentStack.call(stationsHttp.create, speaker, { name: 'Jazz', url: 'http://127.0.0.1:9/live' }));
    const read = async (query: object = {}) => {
      const { body, headers } = await lentStack.call(libraryItemsHttp.list, speaker, { ...query });
      return { names: body.map(({ item }) => item.name), total: headers.get('x-total-count'), first: body[0] };
    };
    expect(await read()).toMatchObject({ names: ['Closing', 'Jazz', 'Welcome'], total: '3' });
    expect(await read({ kind: 'stations' })).toMatchObject({ names: ['Jazz'], total: '1' });
    expect(await read({ q: 'welc' })).toMatchObject({ names: ['Welcome'] });
    expect(await read({ page: 2, page_size: 2 })).toMatchObject({ names: ['Welcome'], total: '3' });
    const { run_id } = await success(
      lentStack.call(sayHttp.say, speaker, { message_id: message.id, targets: { nodes: [company_id] } }),
    );
    expect(run_id).toBeTruthy();
    const { names, first } = await read();
    expect(names).toEqual(['Welcome', 'Closing', 'Jazz']);
    expect(Date.now() - Date.parse(first?.last_used_at ?? '')).toBeLessThan(600_000);
  },
);
