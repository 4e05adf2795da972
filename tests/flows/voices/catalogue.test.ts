import { startApi } from '@belfry/api/server';
import type { Language } from '@belfry/schemas/http/lookups';
import type { Favorite, LanguageVoice, Voice } from '@belfry/schemas/http/voices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';

let api: TestApi;
let admin: TestUser;
let person: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000' });
  [admin, person] = [await createAdmin(api), await createUser(api)];
});
afterAll(() => api.stop());

const list = (query: Record<string, string> = {}) =>
  api.get<Voice[]>(`/api/voices/voices?${new URLSearchParams(query)}`, { key: admin.key });
const find = async (name: string) => (await list({ q: name })).body.find(({ voice_name }) => voice_name === name);
const ofLanguage = async (code: string) =>
  (await api.get<LanguageVoice[]>(`/api/voices/language/${code}`, { key: person.key })).body;
const post = (path: string, body: unknown, key = admin.key) => api.post(`/api/voices/${path}`, { key, body });
const favorites = async (key = person.key) => (await api.get<Favorite[]>('/api/voices/favorites', { key })).body;
const audited = (action: string) =>
  api.db.selectFrom('audit_log').select(['object_id', 'user_id', 'details']).where('action', '=', action).execute();
/** The console events about voices of a user. */
const told = ({ id }: TestUser) =>
  api.broker.published
    .filter(({ topic }) => topic === `users/${id}/events`)
    .map(({ payload }) => payload as { type: string; ids: unknown[] })
    .filter(({ type }) => type === 'voices_changed')
    .flatMap(({ ids }) => ids);

describe('a new installation', () => {
  it('has the default voice before the first synchronisation', async () => {
    const { body, headers } = await list();
    expect(body.length).toBeGreaterThan(300);
    expect(headers.get('x-total-count')).toBeNull();
    expect(body.find(({ voice_name }) => voice_name === 'ru-RU-Standard-A')).toEqual({
      voice_name: 'ru-RU-Standard-A',
      display_name: 'Russian A (female)',
      language: 'ru',
      languagefull: 'Russian (Russia)',
      language_codes: ['ru-RU'],
      voice_type: 'standard',
      gender: 'FEMALE',
      block: false,
      favorit: 0,
      used: 0,
      has_sample: false,
      sample_state: 'none',
      sample_error: null,
      provider: 'espeak',
    });
  });

  it('gives each voice a unique name', async () => {
    const names = (await list()).body.map(({ display_name }) => display_name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('finds no changes when synchronising with the bundled engine', async () => {
    const total = (await list()).body.length;
    const { body } = await api.get('/api/voices/voices/sync', { key: admin.key });
    expect(body).toEqual({ success: true, added: 0, updated: 0, removed: 0, total });
    expect(await audited('voice.sync')).toMatchObject([{ object_id: 'espeak', user_id: admin.id }]);
  });
});

describe('a voice that the provider has removed', () => {
  const USES: [string, (name: string) => Promise<unknown>][] = [
    ['is a favourite of a user', (name) => post('voice/favorite', { voice_name: name }, person.key)],
    ['is selected by a node', (name) => createCompany(api, { user_id: person.id, default_voice: name })],
    [
      'is selected by a device',
      async (name) => {
        const { device_id } = await createDevice(api, { user_id: person.id });
        const desired = JSON.stringify({ voices_voice_deff: name });
        await api.db.insertInto('device_configs').values({ device_id, desired }).execute();
      },
    ],
  ];
  const addVoice = (voice_name: string) =>
    api.db
      .insertInto('voices')
      .values({
        voice_name,
        display_name: `Display ${voice_name}`,
        language: 'en',
        languagefull: 'English',
        language_codes: ['en-US'],
        voice_type: 'standard',
        gender: 'FEMALE',
        provider: 'espeak',
      })
      .execute();
  const kept = async (voice_name: string) =>
    (await api.db.selectFrom('voices').select('vanished_at').where('voice_name', '=', voice_name).execute())[0];

  it.each(USES)('is kept with a mark when it %s, and is deleted otherwise', async (use, begin) => {
    const [used, unused] = ['Used', 'Unused'].map((word) => `en-US-${word}-${use.split(' ').at(-1)}`);
    for (const name of [used, unused]) await addVoice(name ?? '');
    await begin(used ?? '');
    const { body } = await api.get('/api/voices/voices/sync', { key: admin.key });
    expect(body).toMatchObject({ removed: 1 });
    expect(await kept(used ?? '')).toEqual({ vanished_at: expect.any(Date) });
    expect(await kept(unused ?? '')).toBeUndefined();
    // The next synchronisation keeps it too.
    await api.get('/api/voices/voices/sync', { key: admin.key });
    expect(await kept(used ?? '')).toEqual({ vanished_at: expect.any(Date) });
    await api.db
      .deleteFrom('voices')
      .where('voice_name', '=', used ?? '')
      .execute();
  });
});

it('apis that start concurrently with one database create one catalogue', async () => {
  const { config } = api;
  await api.db.deleteFrom('voices').execute();
  const replicas = await Promise.all(
    [1, 2, 3].map(() => startApi({ ...config, HTTP_PORT: 0, INTERNAL_PORT: 0 }, { broker: api.broker })),
  );
  await Promise.all(replicas.map((replica) => replica.stop()));
  const { body } = await list();
  expect(new Set(body.map(({ voice_name }) => voice_name)).size).toBe(body.length);
  expect(body.length).toBeGreaterThan(300);
});

describe('the voice catalogue', () => {
  it('can be searched by name, language and code, ignoring case', async () => {
    for (const q of ['ru-ru-standard', 'RUSSIAN', 'russian a', 'zeALAnd']) {
      const { body } = await list({ q });
      expect(body.length, q).toBeGreaterThan(0);
      for (const voice of body) expect(voice.language).toBe(q === 'zeALAnd' ? 'mi' : 'ru');
    }
    // A page in Russian shows Russian names of languages.
    for (const q of ['НЕМЕЦК', 'deutsch']) {
      expect(new Set((await list({ q })).body.map(({ language }) => language)), q).toEqual(new Set(['de']));
    }
    expect((await list({ q: '%' })).body).toEqual([]);
    expect((await list({ language: 'PT' })).body.map(({ language }) => language)).toEqual(Array(8).fill('pt'));
  });

  it('is ordered by language, then gender, then name', async () => {
    const { body } = await list();
    const portuguese = body.filter(({ language }) => language === 'pt').map(({ display_name }) => display_name);
    expect(portuguese.slice(0, 4)).toEqual([
      'Portuguese (Brazil) A (female)',
      'Portuguese (Brazil) C (female)',
      'Portuguese (Brazil) B (male)',
      'Portuguese (Brazil) D (male)',
    ]);
    const languages = body.map(({ languagefull }) => languagefull);
    expect(languages).toEqual([...languages].sort());
  });

  it('is paged without gaps', async () => {
    const { body: all } = await list({ sort: '-name' });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => list({ sort: '-name', page: String(page), page_size: '50' })),
    );
    expect(pages.flatMap(({ body }) => body)).toEqual(all.slice(0, 150));
    expect(pages[0]?.headers.get('x-total-count')).toBe(String(all.length));
    const beyond = await list({ page: '1000', language: 'ru' });
    expect([beyond.body, beyond.headers.get('x-total-count')]).toEqual([[], '4']);
    expect((await list({ sample: 'missing' })).body.length).toBe(all.length);
    expect((await list({ sample: 'present' })).body).toEqual([]);
    expect((await list({ sort: 'colour' })).status).toBe(400);
  });

  it('counts the favourites and the uses of a voice', async () => {
    const name = 'sv-SE-Standard-A';
    const device = await createDevice(api, { user_id: person.id });
    const config = { key: person.key, body: { voices_voice_deff: name } };
    expect((await api.post(`/api/rpi/devices/config/${device.serial}`, config)).status).toBe(200);
    await createCompany(api, { user_id: person.id, default_voice: name });
    await post('voice/favorite', { voice_name: name }, person.key);
    await post('voice/favorite', { voice_name: name }, admin.key);
    expect(await find(name)).toMatchObject({ favorit: 2, used: 2 });
    expect((await list({ sort: '-used', page: '1', page_size: '1' })).body[0]?.voice_name).toBe(name);
    expect((await list({ sort: '-favorit', page: '1', page_size: '1' })).body[0]?.voice_name).toBe(name);
  });
});

describe('an administrator', () => {
  it('can hide a voice from users and show it again', async () => {
    const name = 'da-DK-Standard-A';
    await post('voice/favorite', { voice_name: name }, person.key);
    const block = (yes: boolean) => post('voice/block', { display_name: 'danish A (FEMALE)', block: yes });
    expect((await block(true)).body).toEqual({ success: true });
    expect((await find(name))?.block).toBe(true);
    expect((await ofLanguage('da')).map(({ code }) => code)).not.toContain(name);
    expect((await favorites()).map(({ voice_name }) => voice_name)).not.toContain(name);
    expect(await audited('voice.block')).toMatchObject([{ object_id: name, user_id: admin.id }]);
    await expect.poll(() => told(admin)).toContain(name);
    await block(false);
    expect((await favorites()).map(({ voice_name }) => voice_name)).toContain(name);
    expect((await post('voice/block', { display_name: 'Nobody', block: true })).status).toBe(404);
  });

  it('can rename a voice; names stay unique and survive a synchronisation', async () => {
    const rename = (from: string, to: string) => post('voice/rename', { old_display_name: from, new_display_name: to });
    expect((await rename('Dutch A (female)', ' Saskia ')).body).toEqual({ success: true });
    expect(await rename('Dutch B (male)', 'saskia')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await rename('Saskia', 'SASKIA')).status).toBe(200);
    expect((await rename('Dutch A (female)', 'Somebody')).status).toBe(404);
    expect((await rename('SASKIA', '  ')).status).toBe(400);
    await api.get('/api/voices/voices/sync', { key: admin.key });
    expect((await find('nl-NL-Standard-A'))?.display_name).toBe('SASKIA');
    expect(await audited('voice.rename')).toMatchObject([
      { object_id: 'nl-NL-Standard-A', details: { from: 'Dutch A (female)', to: 'Saskia' } },
      { object_id: 'nl-NL-Standard-A' },
    ]);
  });

  it('cannot give two voices one name, not even concurrently', async () => {
    const names = ['A (female)', 'B (male)', 'C (female)', 'D (male)'].map((rest) => `Basque ${rest}`);
    const answers = await Promise.all(
      names.map((name) => post('voice/rename', { old_display_name: name, new_display_name: 'Miren' })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});

describe('users', () => {
  it('choose among the voices of a language', async () => {
    expect((await ofLanguage('ru')).map(({ code }) => code)).toEqual(
      ['A', 'C', 'B', 'D'].map((letter) => `ru-RU-Standard-${letter}`),
    );
    expect((await ofLanguage('ru'))[0]).toEqual({
      code: 'ru-RU-Standard-A',
      voice_name: 'ru-RU-Standard-A',
      name: 'Russian A (female)',
      display_name: 'Russian A (female)',
      gender: 'female',
      type: 'Standard',
      voice_type: 'standard',
      language: 'ru',
      language_codes: ['ru-RU'],
      has_sample: false,
    });
    const locales = async (code: string) => [...new Set((await ofLanguage(code)).flatMap((v) => v.language_codes))];
    expect(await locales('pt_br')).toEqual(['pt-BR']);
    expect((await locales('en-AU')).sort()).toEqual(['en-GB', 'en-US']);
    expect([await locales('zh-CN'), await locales('no'), await locales('xx')]).toEqual([['cmn-CN'], ['nb-NO'], []]);
    expect((await api.get('/api/voices/language/r;drop', { key: person.key })).status).toBe(400);
  });

  it('see only languages with voices', async () => {
    const languages = async (query: string) => (await api.get<Language[]>(`/api/voices/languages${query}`)).body;
    const before = await languages('?with_voices=true&lang=ru');
    expect(before.find(({ code }) => code === 'ru')).toMatchObject({ name: 'Русский', flag: '🇷🇺' });
    expect(before.find(({ code }) => code === 'yue')).toMatchObject({ native: '粵語' });
    expect((await languages('')).length).toBeGreaterThan(before.length);
    for (const voice of await ofLanguage('kl')) {
      await post('voice/block', { display_name: voice.display_name, block: true });
    }
    expect((await languages('?with_voices=true')).map(({ code }) => code)).not.toContain('kl');
    expect((await languages('?with_blocked=true')).map(({ code }) => code)).toContain('kl');
    expect((await languages('?with_blocked=true')).map(({ code }) => code)).toContain('kl');
  });

  it('have their own favourites, the newest first', async () => {
    const { key, id } = await createUser(api);
    const of = (voice_name: string) => ({ key, body: { voice_name, sample_url: '/audio/samples/elsewhere.mp3' } });
    for (const name of ['pl-PL-Standard-A', 'cs-CZ-Standard-B', 'pl-PL-Standard-A']) {
      expect((await api.post('/api/voices/voice/favorite', of(name))).body).toEqual({ success: true });
    }
    expect(await favorites(key)).toEqual([
      {
        voice_name: 'cs-CZ-Standard-B',
        display_name: 'Czech B (male)',
        gender: 'male',
        language_codes: ['cs-CZ'],
        sample_url: '/audio/samples/cs-CZ-Standard-B.mp3',
        added_at: expect.any(String),
      },
      expect.objectContaining({ voice_name: 'pl-PL-Standard-A', gender: 'female' }),
    ]);
    expect((await favorites()).map(({ voice_name }) => voice_name)).not.toContain('cs-CZ-Standard-B');
    for (let times = 0; times < 2; times += 1) {
      expect((await api.delete('/api/voices/voice/favorite', of('pl-PL-Standard-A'))).body).toEqual({ success: true });
    }
    expect((await favorites(key)).map(({ voice_name }) => voice_name)).toEqual(['cs-CZ-Standard-B']);
    await expect.poll(() => told({ id } as TestUser)).toContain('cs-CZ-Standard-B');
    expect((await api.post('/api/voices/voice/favorite', of('xx-XX-Standard-A'))).status).toBe(404);
    await api.db.deleteFrom('users').where('id', '=', id).execute();
    expect((await find('cs-CZ-Standard-B'))?.favorit).toBe(0);
  });
});
