import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dictionaryHttp, messagesHttp } from '@belfry/schemas/http/library/texts';

let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, stranger, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});

const RESOURCES = {
  messages: { name: 'Closing', variants: [{ language: 'ru', text: 'Мы закрываемся' }] },
  playlists: { name: 'Morning' },
  stations: { name: 'Jazz', url: 'https://radio.example/jazz.mp3' },
  dictionary: { language: 'ru', word: 'ТЦ', spoken: 'торговый центр' },
};
type Kind = keyof typeof RESOURCES;
const KINDS = Object.keys(RESOURCES) as Kind[];

const ENDPOINTS = {
  messages: messagesHttp,
  playlists: playlistsHttp,
  stations: stationsHttp,
  dictionary: dictionaryHttp,
};

async function create(kind: Kind, body: object = RESOURCES[kind], { key } = owner) {
  const answer = await api.call(ENDPOINTS[kind].create, { key }, { ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

describe.each(KINDS)('%s', (kind) => {
  const endpoints = ENDPOINTS[kind];

  it('are created, listed with their number, read, changed and deleted by their owner', async () => {
    const user = await createUser(api);
    const made = await create(kind, RESOURCES[kind], user);
    expect(made).toMatchObject({ ...RESOURCES[kind], revision: 1 });
    const { id } = made;
    expect((await api.call(endpoints.read, user, { id })).body).toEqual(made);
    const list = await api.call(endpoints.list, user);
    expect([list.body, list.headers.get('x-total-count')]).toEqual([[made], '1']);
    const field = kind === 'dictionary' ? 'word' : 'name';
    const changed = await api.call(endpoints.change, user, { id, [field]: 'Renamed', revision: 1 });
    expect(changed).toMatchObject({ status: 200, body: { ...RESOURCES[kind], [field]: 'Renamed', revision: 2 } });
    expect((await api.call(endpoints.remove, user, { id })).status).toBe(204);
    expect((await api.call(endpoints.read, user, { id })).status).toBe(404);
  });

  it('are changed and deleted by administrators too', async () => {
    const { id } = await create(kind, kind === 'dictionary' ? { ...RESOURCES[kind], word: 'Own' } : RESOURCES[kind]);
    expect((await api.call(endpoints.list, stranger)).body).toEqual([]);
    expect((await api.call(endpoints.change, admin, { id })).status).toBe(200);
    expect((await api.call(endpoints.remove, admin, { id })).status).toBe(204);
  });

  it('tell of a change that another window made meanwhile', async () => {
    const { id } = await create(kind, { ...RESOURCES[kind], ...(kind === 'dictionary' && { word: 'Twice' }) });
    const change = () => api.call(endpoints.change, owner, { id, revision: 1 });
    expect((await change()).status).toBe(200);
    expect(await change()).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { id, revision: 2 } },
    });
  });
});

it('pages and searches by name and by text', async () => {
  const { key } = await createUser(api);
  for (const name of ['Ring 10', 'Ring 9', 'Close']) {
    await api.call(messagesHttp.create, { key }, { ...RESOURCES.messages, name });
  }
  const page = await api.call(messagesHttp.list, { key }, { q: 'ring', page_size: '1', page: '2' });
  expect([page.body.map(({ name }) => name), page.headers.get('x-total-count')]).toEqual([['Ring 10'], '2']);
  expect((await api.call(messagesHttp.list, { key }, { q: 'закрываемся' })).body).toHaveLength(3);
  expect((await api.call(messagesHttp.list, { key }, { q: '%' })).body).toEqual([]);
});

it('takes the first language of a message as its fallback, and none without text', async () => {
  const variants = [
    { language: 'de', text: 'Hallo' },
    { language: 'en', text: 'Hello' },
  ];
  const { body: made } = await api.call(messagesHttp.create, owner, { name: 'Hi', variants });
  expect(made.fallback_language).toBe('de');
  const change = (body: object) => api.call(messagesHttp.change, owner, { id: made.id, ...body });
  expect((await change({ fallback_language: 'fr' })).status).toBe(422);
  expect((await change({ variants: variants.slice(1) })).status).toBe(422);
  expect((await change({ variants: variants.slice(1), fallback_language: 'en' })).status).toBe(200);
  expect((await change({ variants: [variants[0], variants[0]] })).status).toBe(400);
});

it('refuses a second pronunciation of a word in a language', async () => {
  const entry = { language: 'de', word: 'GmbH', spoken: 'Ge Em Be Ha' };
  await create('dictionary', entry);
  const again = await api.call(dictionaryHttp.create, owner, { ...entry, word: 'gmbh' });
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

it('refuses stations that are no web addresses', async () => {
  const refused = [
    'https://user:secret@radio.test',
    'https://radio.test/\nlive',
    'https://radio.test/\u0007',
    'ws://radio.test',
  ];
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'radio', ...refused]) {
    expect((await api.call(stationsHttp.create, owner, { name: 'Bad', url })).status).toBe(400);
  }
});

it('refuses a playlist with audio that does not exist', async () => {
  const answer = await api.call(playlistsHttp.create, owner, { name: 'Empty', audio_ids: [1] });
  expect(answer).toMatchObject({ status: 422 });
});
