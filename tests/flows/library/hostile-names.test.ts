import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { stationsHttp, audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { holidaysHttp } from '@belfry/schemas/http/holidays';
import { createAudio, tone, uploadAudio } from '../../support/library.ts';

let api: TestApi;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
});

const NAMES = [
  '"><svg onload=alert(1)>.svg',
  '<script>alert(1)</script>.html',
  'song.mp3"; filename="song.html',
  '../../etc/passwd',
  '🔔'.repeat(40),
  '=HYPERLINK("http://x.test")',
];

it.each(NAMES)('an audio file called %j keeps its name, and is sent as audio only', async (name) => {
  const { id, revision } = await createAudio(api, owner, tone('mp3'));
  const { status, body } = await api.call(audioHttp.change, owner, { id, name, revision });
  expect({ status, name: body.name }).toEqual({ status: 200, name });
  const listed = await api.call(audioHttp.list, owner, { page_size: '500' });
  expect(listed.headers.get('content-type')).toMatch(/^application\/json/);
  expect(listed.body.map((each) => each.name)).toContain(name);
  const link = await api.call(audioContentHttp.createLink, owner, { sha256: body.sha256 });
  const file = await fetch(new URL(link.body.url, api.url));
  expect(file.status).toBe(200);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'x-content-type-options': 'nosniff',
  });
  expect(file.headers.get('set-cookie')).toBeNull();
  expect(file.headers.get('content-disposition')).toBeNull();
  expect(file.headers.get('content-length')).toBe(String(body.bytes));
});

it.each(['a\r\nSet-Cookie: key=1\r\n\r\n<html>', '\u202Egnp.3pm'])('no audio file is called %j', async (name) => {
  const { id, revision } = await createAudio(api, owner, tone('mp3'));
  const refusal = { status: 400, body: { error: 'No line breaks, invisible or direction-changing characters' } };
  expect(await api.call(audioHttp.change, owner, { id, name, revision })).toMatchObject(refusal);
  expect(await uploadAudio(api, owner, tone('mp3'), { name })).toMatchObject(refusal);
});

it('an upload keeps such a name, and none of more than 80 characters', async () => {
  const name = `<script>${'я'.repeat(72)}`;
  const { status, body } = await uploadAudio(api, owner, tone('mp3'), { name, type: 'text/html' });
  expect({ status, name: body.name }).toEqual({ status: 201, name });
  expect((await uploadAudio(api, owner, tone('mp3'), { name: `${name}я` })).status).toBe(400);
});

it('a null character in a name, or in a search, is no internal error', async () => {
  expect((await uploadAudio(api, owner, tone('mp3'), { name: 'a\u0000b' })).status).toBe(400);
  const { key } = owner;
  expect((await api.call(audioHttp.list, { key }, { q: '\0' })).status).toBe(400);
  const station = { name: 'a\u0000b', url: 'https://radio.test/one' };
  expect((await api.call(stationsHttp.create, { key }, { ...station })).status).toBe(400);
  const calendar = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20401224\r\nSUMMARY:a\u0000b\r\nEND:VEVENT';
  const upload = (name: string) => api.call(holidaysHttp.upload, { key }, { name, body: calendar });
  expect((await upload('\0')).status).toBe(400);
  expect((await upload('School')).status).toBeLessThan(500);
});
