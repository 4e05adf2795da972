import { createRendering } from '@belfry/api/features/library/rendering/index';
import { createSpeech } from '@belfry/api/features/speech/index';
import { createLogger } from '@belfry/api/log';
import { createDirectoryStore } from '@belfry/api/storage/index';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { readMp3 } from '../../support/mp3.ts';

let api: TestApi;
let owner: TestUser;
let rendering: ReturnType<typeof createRendering>;
let spoken: string[] = [];
let stop: () => Promise<void>;
beforeAll(async () => {
  api = await startTestApi();
  owner = await createUser(api);
  const log = createLogger('silent');
  const speech = createSpeech({ config: api.config, log });
  stop = () => speech.stop();
  const speak: typeof speech.speak = (voice, text) => {
    spoken.push(text);
    return speech.speak(voice, text);
  };
  rendering = createRendering({
    files: createDirectoryStore(api.config.DATA_DIR),
    db: api.db,
    log,
    speech: { ...speech, speak },
  });
});
afterAll(async () => {
  await stop();
  await api.stop();
});

const RUSSIAN = { language: 'ru-RU', voice: 'ru-RU-Standard-A' };
const get = (sha256: string | undefined, key: string, headers: Record<string, string> = {}) =>
  api.raw(audioContentHttp.download, { key }, { sha256 }, { headers });

it('renders a text once, for concurrent calls and for ever, with its exact duration', async () => {
  spoken = [];
  const key = { text: 'Магазин закрывается через десять минут.', ...RUSSIAN };
  expect((await rendering.findReady([key])).size).toBe(0);
  const all = await Promise.all(Array.from({ length: 10 }, () => rendering.ensure(key, [owner.id])));
  expect(spoken).toEqual([key.text]);
  const [item] = all[0] ?? [];
  expect(new Set(all.map((items) => JSON.stringify(items))).size).toBe(1);
  expect((await rendering.findReady([key])).get(rendering.keyOf(key))).toEqual([item]);
  const response = await get(item?.sha256, owner.key);
  expect(response.headers.get('content-type')).toBe('audio/mpeg');
  expect(item?.duration_ms).toBe(Math.round(readMp3(await response.bytes()).seconds * 1_000));
  const file = (await rendering.findFiles([item?.sha256 ?? ''])).get(item?.sha256 ?? '');
  expect(file).toMatchObject({ format: 'mp3', loudness_lufs: expect.any(Number), peak_dbtp: expect.any(Number) });
});

it(
  'measures what was stored before there was a measurement, once, and what cannot be decoded as well',
  { tags: ['full'] },
  async () => {
    const [item] = await rendering.ensure({ text: 'Früher', language: 'de-DE', voice: 'de-DE-Standard-A' }, []);
    const sha256 = item?.sha256 ?? '';
    const before = (await rendering.findFiles([sha256])).get(sha256);
    const gone = 'f'.repeat(64);
    const unmeasured = { loudness_lufs: null, peak_dbtp: null, measured_at: null };
    await api.db.updateTable('audio_files').set(unmeasured).where('sha256', '=', sha256).execute();
    await api.db.insertInto('audio_files').values({ sha256: gone, bytes: 1, format: 'mp3', duration_ms: 1 }).execute();
    await rendering.measureSome();
    expect((await rendering.findFiles([sha256])).get(sha256)).toEqual(before);
    expect((await rendering.findFiles([gone])).get(gone)).toMatchObject({ loudness_lufs: null, peak_dbtp: null });
    const left = await api.db.selectFrom('audio_files').select('sha256').where('measured_at', 'is', null).execute();
    expect(left).toEqual([]);
  },
);

it('renders a long text in parts, and a part that is known not again', { tags: ['full'] }, async () => {
  spoken = [];
  const sentence = 'Уважаемые покупатели, магазин закрывается, пройдите к кассам. ';
  const long = await rendering.ensure({ text: sentence.repeat(40), ...RUSSIAN }, []);
  // Two of the parts are equal.
  expect([long.length, spoken.length]).toEqual([3, 2]);
  const before = spoken.length;
  const [part] = await rendering.ensure({ text: spoken[0] ?? '', ...RUSSIAN }, []);
  expect(long).toContainEqual(part);
  expect(spoken).toHaveLength(before);
});

it('speaks with the default voice of the language where a voice does not exist', async () => {
  const items = await rendering.ensure({ text: 'Hello', language: 'en-US', voice: 'en-US-Gone-Z' }, []);
  expect(items).toHaveLength(1);
  await expect(rendering.ensure({ text: 'Hello', language: 'tlh', voice: 'tlh-X' }, [])).rejects.toThrow(
    'There is no voice for the language tlh',
  );
});

it('a caller who gives up does not stop the work of others', async () => {
  const key = { text: 'Прервано', ...RUSSIAN };
  const abort = new AbortController();
  const given = rendering.ensure(key, [], { signal: abort.signal });
  const other = rendering.ensure(key, []);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  expect(await other).toHaveLength(1);
});

it('gives audio to its owners, to their devices and to administrators, and to nobody else', async () => {
  const [item] = await rendering.ensure({ text: 'Только для владельца', ...RUSSIAN }, [owner.id]);
  const [stranger, admin] = [await createUser(api), await createAdmin(api)];
  const [own, foreign, free] = [
    await createDevice(api, { user_id: owner.id }),
    await createDevice(api, { user_id: stranger.id }),
    await createDevice(api),
  ];
  const status = async (key: string) => (await get(item?.sha256, key)).status;
  expect(await Promise.all([owner.key, admin.key, deviceAuthorization(own)].map(status))).toEqual([200, 200, 200]);
  expect(
    await Promise.all([stranger.key, deviceAuthorization(foreign), deviceAuthorization(free)].map(status)),
  ).toEqual([404, 404, 404]);
  expect(await status(deviceAuthorization({ ...own, device_key: 'wrong' }))).toBe(401);
  expect((await get('a'.repeat(64), owner.key)).status).toBe(404);
  const second = await createUser(api);
  await rendering.addOwners([item?.sha256 ?? ''], [second.id]);
  expect(await status(second.key)).toBe(200);
});

it('sends ranges, and may be kept for ever', async () => {
  const [item] = await rendering.ensure({ text: 'Часть', ...RUSSIAN }, [owner.id]);
  const part = await get(item?.sha256, owner.key, { range: 'bytes=10-19' });
  expect([part.status, (await part.bytes()).length]).toEqual([206, 10]);
  expect(part.headers.get('etag')).toBe(`"${item?.sha256}"`);
  expect(part.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  const known = await get(item?.sha256, owner.key, {
    'if-none-match': `"${item?.sha256}"`,
    'cache-control': 'max-age=0',
  });
  expect(known.status).toBe(304);
});

it('stores the chimes, which every device may download', async () => {
  expect(await rendering.chime('none')).toBeNull();
  const bell = await rendering.chime('bell');
  expect(await rendering.chime('bell')).toEqual(bell);
  const response = await get(bell?.sha256, deviceAuthorization(await createDevice(api)));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
});

it('deletes audio that nothing used for 90 days, and keeps the rest', async () => {
  const [old, used] = [
    { text: 'Старое', ...RUSSIAN },
    { text: 'Нужное', ...RUSSIAN },
  ];
  const [[first], [second]] = [await rendering.ensure(old, [owner.id]), await rendering.ensure(used, [owner.id])];
  const past = new Date(Date.now() - 91 * 86_400_000);
  await api.db.updateTable('audio_files').set({ created_at: past }).execute();
  await api.db.updateTable('renderings').set({ last_used_at: past }).execute();
  await rendering.findReady([used]);
  const bell = await rendering.chime('bell');
  await rendering.removeUnused();
  expect([...(await rendering.findReady([old, used])).keys()]).toEqual([rendering.keyOf(used)]);
  const statuses = [first, second, bell].map(async (item) => (await get(item?.sha256, owner.key)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
});

it('deletes files at once that nothing needs any more, when it is told of them', async () => {
  const [item] = await rendering.ensure({ text: 'Запись', ...RUSSIAN }, [owner.id]);
  const [gone, used] = ['b'.repeat(64), item?.sha256 ?? ''];
  await rendering.store.put(gone, Buffer.from('sound'));
  await rendering.addFile(api.db, { sha256: gone, bytes: 5, format: 'ogg', duration_ms: 40 }, owner.id);
  await rendering.forgetFiles([gone, used]);
  expect([(await get(gone, owner.key)).status, (await get(used, owner.key)).status]).toEqual([404, 200]);
});
