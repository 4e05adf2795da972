import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { readMp3 } from '../../support/mp3.ts';
import { messagesHttp, dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api);
});
afterAll(() => api.stop());

const preview = (body: object, { key } = user) => api.call(messagesHttp.preview, { key }, { ...body });

it('renders a text that the caller can hear, and the same again from what is stored', async () => {
  const text = { text: 'Willkommen in {place}', language: 'de', place: 'Berlin' };
  const { status, body } = await preview(text);
  expect([status, body.voice]).toEqual([200, 'de-DE-Standard-A']);
  expect((await preview(text)).body).toEqual(body);
  const [item] = body.items;
  const file = await api.raw(audioContentHttp.download, user, { sha256: item?.sha256 });
  expect(Math.round(readMp3(await file.bytes()).seconds * 1_000)).toBe(item?.duration_ms);
  expect((await preview({ ...text, place: 'Hamburg' })).body.items).not.toEqual(body.items);
});

it('begins with the chime of a message', async () => {
  const text = { text: 'Willkommen', language: 'de' };
  const plain = (await preview(text)).body.items;
  const { items } = (await preview({ ...text, chime: 'alarm' })).body;
  expect(items.slice(1)).toEqual(plain);
  const link = await api.call(audioContentHttp.createLink, user, { sha256: items[0]?.sha256 });
  expect(link.status).toBe(200);
  const alone = { text: '', language: 'de', chime: 'alarm' };
  expect((await preview(alone)).body).toEqual({ items: items.slice(0, 1), voice: '' });
  expect((await preview({ ...alone, chime: 'none' })).status).toBe(400);
});

it('speaks with the pronunciations of the caller', async () => {
  const other = await createUser(api);
  const text = { text: 'GmbH', language: 'de' };
  const plain = (await preview(text)).body.items;
  const entry = { language: 'de', word: 'GmbH', spoken: 'Gesellschaft mit beschränkter Haftung' };
  await api.call(dictionaryHttp.create, user, { ...entry });
  const spoken = (await preview(text)).body.items;
  expect(spoken[0]?.duration_ms).toBeGreaterThan((plain[0]?.duration_ms ?? 0) + 500);
  expect((await preview(text, other)).body.items).toEqual(plain);
});

it('speaks times and units in words, with the pronunciations applied to these', { tags: ['full'] }, async () => {
  const speaker = await createUser(api);
  const items = async (text: string) => (await preview({ text, language: 'de' }, speaker)).body.items;
  const figures = 'Wir öffnen um 9:05 Uhr, in 5 Min.';
  expect(await items(figures)).toEqual(await items('Wir öffnen um neun Uhr fünf, in fünf Minuten.'));
  await api.call(dictionaryHttp.create, speaker, { language: 'de', word: 'Minuten', spoken: 'Augenblicken' });
  expect(await items(figures)).toEqual(await items('Wir öffnen um neun Uhr fünf, in fünf Augenblicken.'));
});

it('speaks markup as text', async () => {
  const long = await preview({ text: 'a <break time="9s"/> b', language: 'en' });
  expect(long.body.items[0]?.duration_ms).toBeLessThan(8_000);
});

it('tells the reason where a text cannot be rendered, while known audio stays', async () => {
  const broken = await startTestApi({ SPEECH_ENGINE: '/nowhere/engine.ts' });
  const { key } = await createUser(broken);
  const answer = await broken.call(messagesHttp.preview, { key }, { text: 'Hallo', language: 'de' });
  expect(answer).toMatchObject({ status: 503, body: { code: 'speech_unavailable' } });
  await broken.stop();
});

it('is limited for each user', { tags: ['full'] }, async () => {
  const { key } = await createUser(api);
  const body = { text: 'Hallo', language: 'de' };
  const attempt = async () => (await api.call(messagesHttp.preview, { key }, { ...body })).status;
  // Six at once, so that even a busy machine makes all of them in the minute of the limit.
  for (let attempts = 0; attempts < 60; attempts += 6)
    expect(await Promise.all(Array.from({ length: 6 }, attempt))).toEqual(Array(6).fill(200));
  expect(await attempt()).toBe(429);
});
