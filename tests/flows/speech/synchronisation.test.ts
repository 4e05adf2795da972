import { startApi } from '@belfry/api/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000' });
  [admin, user] = [await createAdmin(api), await createUser(api)];
});
afterAll(() => api.stop());

const audited = (action: string) => api.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

describe('a new installation', () => {
  it('has the default voice before the first synchronisation', async () => {
    const { body, headers } = await api.call(voicesHttp.list, admin);
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
    const names = (await api.call(voicesHttp.list, admin)).body.map(({ display_name }) => display_name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('finds no changes when synchronising with the bundled engine', async () => {
    const total = (await api.call(voicesHttp.list, admin)).body.length;
    const { body } = await api.call(voicesBulkHttp.sync, admin);
    expect(body).toEqual({ success: true, added: 0, updated: 0, removed: 0, total });
    expect(await audited('voice.sync')).toMatchObject([{ object_id: 'espeak', user_id: admin.id }]);
  });
});

describe('a voice that the provider has removed', () => {
  const USES: [string, (name: string) => Promise<unknown>][] = [
    ['is a favourite of a user', (name) => api.call(voiceFavoritesHttp.add, user, { voice_name: name })],
    ['is selected by a node', (name) => createCompany(api, { user_id: user.id, default_voice: name })],
    [
      'is selected by a device',
      async (name) => {
        const { device_id } = await createDevice(api, { user_id: user.id });
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
    const { body } = await api.call(voicesBulkHttp.sync, admin);
    expect(body).toMatchObject({ removed: 1 });
    expect(await kept(used ?? '')).toEqual({ vanished_at: expect.any(Date) });
    expect(await kept(unused ?? '')).toBeUndefined();
    // The next synchronisation keeps it too.
    await api.call(voicesBulkHttp.sync, admin);
    expect(await kept(used ?? '')).toEqual({ vanished_at: expect.any(Date) });
    await api.db
      .deleteFrom('voices')
      .where('voice_name', '=', used ?? '')
      .execute();
  });
});

it('a voice that the provider has again loses its mark', async () => {
  const voice = api.db.updateTable('voices').where('voice_name', '=', 'ru-RU-Standard-A');
  await voice.set({ vanished_at: new Date() }).execute();
  const sync = async () => (await api.call(voicesBulkHttp.sync, admin)).body;
  expect(await sync()).toMatchObject({ added: 0, updated: 1, removed: 0 });
  expect(await sync()).toMatchObject({ added: 0, updated: 0, removed: 0 });
});

it('apis that start concurrently with one database create one catalogue', async () => {
  const { config } = api;
  await api.db.deleteFrom('voices').execute();
  const replicas = await Promise.all(
    [1, 2, 3].map(() => startApi({ ...config, HTTP_PORT: 0, INTERNAL_PORT: 0 }, { broker: api.broker })),
  );
  await Promise.all(replicas.map((replica) => replica.stop()));
  const { body } = await api.call(voicesHttp.list, admin);
  expect(new Set(body.map(({ voice_name }) => voice_name)).size).toBe(body.length);
  expect(body.length).toBeGreaterThan(300);
});
