import {
  findMessages,
  findPlaylistItems,
  findStations,
  loadDictionary,
  speechFor,
} from '@belfry/api/features/library/index';
import { messagesHttp, dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { stationsHttp, playlistsHttp } from '@belfry/schemas/http/library/audio';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let owner: TestUser;
let other: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, other] = [await createUser(api), await createUser(api)];
});

type Creating =
  | typeof messagesHttp.create
  | typeof stationsHttp.create
  | typeof playlistsHttp.create
  | typeof dictionaryHttp.create;
const create = async (endpoint: Creating, body: object): Promise<number> =>
  (await api.call(endpoint, owner, { ...body })).body.id;

it('finds messages, stations and playlists of one user', async () => {
  const message = await create(messagesHttp.create, { name: 'Closing', variants: [{ language: 'ru', text: 'Пока' }] });
  const station = await create(stationsHttp.create, { name: 'Jazz', url: 'https://radio.example/jazz' });
  const playlist = await create(playlistsHttp.create, { name: 'Morning', shuffle: true });
  expect((await findMessages(api.db, owner.id, [message])).get(message)).toMatchObject({
    name: 'Closing',
    revision: 1,
  });
  expect((await findStations(api.db, owner.id, [station])).get(station)).toMatchObject({ name: 'Jazz' });
  const content = (await findPlaylistItems(api.db, owner.id, [playlist])).get(playlist);
  expect(content).toEqual({ name: 'Morning', items: [], shuffle: true, crossfade_s: 0, no_repeat: null });
  expect(await findMessages(api.db, other.id, [message])).toEqual(new Map());
  expect(await findStations(api.db, other.id, [station])).toEqual(new Map());
  expect(await findPlaylistItems(api.db, other.id, [playlist])).toEqual(new Map());
});

it('loads the dictionary of a user for the texts of their places', async () => {
  await create(dictionaryHttp.create, { language: 'ru', word: 'ТЦ', spoken: 'торговый центр' });
  const place = { name: 'Kiosk', language: 'ru-RU', voice: 'ru-RU-Standard-A', time_zone: 'UTC' };
  const textFor = async ({ id }: TestUser) =>
    speechFor({ text: 'ТЦ закрыт' }, place, { instant: new Date(), dictionary: await loadDictionary(api.db, id) }).key
      .text;
  expect(await textFor(owner)).toBe('торговый центр закрыт');
  expect(await textFor(other)).toBe('ТЦ закрыт');
});
