import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { eventsTo } from '../../support/services/fake-broker.ts';
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

const find = async (name: string) =>
  (await api.call(voicesHttp.list, admin, { q: name })).body.find(({ voice_name }) => voice_name === name);
/** The voices that console events to a user name. */
const changedVoicesOf = (user: TestUser) =>
  eventsTo(api, user).flatMap((event) => (event.type === 'voices_changed' ? event.ids : []));

const audited = (action: string) => api.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

describe('the voice catalogue', () => {
  it('can be searched by name, language, country and code, ignoring case', async () => {
    for (const q of ['ru-ru-standard', 'RUSSIAN', 'russian a', 'zeALAnd']) {
      const { body } = await api.call(voicesHttp.list, admin, { q });
      expect(body.length, q).toBeGreaterThan(0);
      for (const voice of body) expect(voice.language).toBe(q === 'zeALAnd' ? 'mi' : 'ru');
    }
    // A page in Russian shows Russian names of languages.
    for (const q of ['НЕМЕЦК', 'deutsch']) {
      expect(new Set((await api.call(voicesHttp.list, admin, { q })).body.map(({ language }) => language)), q).toEqual(
        new Set(['de']),
      );
    }
    for (const q of ['Германия', 'gERMANY']) {
      const { body } = await api.call(voicesHttp.list, admin, { q });
      expect(body.length, q).toBeGreaterThan(0);
      for (const { language_codes } of body) expect(language_codes[0], q).toMatch(/-DE$/);
    }
    // By names that people use and by ISO codes, whatever the provider calls the voice.
    for (const q of ['zh', 'ZHO', 'mandarin', 'Путунхуа', 'zh-CN', 'zh_cn']) {
      const { body } = await api.call(voicesHttp.list, admin, { q });
      expect(body.length, q).toBeGreaterThan(0);
      for (const { language, language_codes } of body) {
        expect(language, q).toBe('zh');
        if (q.length > 3 && q.toLowerCase().startsWith('zh')) expect(language_codes[0], q).toMatch(/-CN$/);
      }
    }
    expect((await api.call(voicesHttp.list, admin, { q: '%' })).body).toEqual([]);
    expect((await api.call(voicesHttp.list, admin, { language: 'PT' })).body.map(({ language }) => language)).toEqual(
      Array(8).fill('pt'),
    );
  });

  it('is ordered by language, then gender, then name', async () => {
    const { body } = await api.call(voicesHttp.list, admin);
    const portuguese = body.filter(({ language }) => language === 'pt').map(({ display_name }) => display_name);
    expect(portuguese.slice(0, 4)).toEqual([
      'Portuguese (Brazil) A (female)',
      'Portuguese (Brazil) C (female)',
      'Portuguese (Brazil) B (male)',
      'Portuguese (Brazil) D (male)',
    ]);
    const { compare } = new Intl.Collator('und', { numeric: true });
    const names = (await api.call(voicesHttp.list, admin, { sort: 'name' })).body.map(
      ({ display_name }) => display_name,
    );
    expect(names).toEqual(names.toSorted(compare));
    const languages = body.map(({ languagefull }) => languagefull);
    expect(languages).toEqual([...languages].sort());
  });

  it('is paged without gaps', async () => {
    const { body: all } = await api.call(voicesHttp.list, admin, { sort: '-name' });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => api.call(voicesHttp.list, admin, { sort: '-name', page: String(page), page_size: '50' })),
    );
    expect(pages.flatMap(({ body }) => body)).toEqual(all.slice(0, 150));
    expect(pages[0]?.headers.get('x-total-count')).toBe(String(all.length));
    const beyond = await api.call(voicesHttp.list, admin, { page: '1000', language: 'ru' });
    expect([beyond.body, beyond.headers.get('x-total-count')]).toEqual([[], '4']);
    expect((await api.call(voicesHttp.list, admin, { sample: 'missing' })).body.length).toBe(all.length);
    expect((await api.call(voicesHttp.list, admin, { sample: 'present' })).body).toEqual([]);
    expect((await api.call(voicesHttp.list, admin, { sort: 'colour' })).status).toBe(400);
  });

  it('counts the favourites and the uses of a voice', async () => {
    const name = 'sv-SE-Standard-A';
    const device = await createDevice(api, { user_id: user.id });
    expect(
      (await api.call(configurationHttp.save, user, { serial: device.serial, voices_voice_deff: name })).status,
    ).toBe(200);
    await createCompany(api, { user_id: user.id, default_voice: name });
    await api.call(voiceFavoritesHttp.add, user, { voice_name: name });
    await api.call(voiceFavoritesHttp.add, admin, { voice_name: name });
    expect(await find(name)).toMatchObject({ favorit: 2, used: 2 });
    expect(
      (await api.call(voicesHttp.list, admin, { sort: '-used', page: '1', page_size: '1' })).body[0]?.voice_name,
    ).toBe(name);
    expect(
      (await api.call(voicesHttp.list, admin, { sort: '-favorit', page: '1', page_size: '1' })).body[0]?.voice_name,
    ).toBe(name);
  });
});

describe('an administrator', () => {
  it('can hide a voice from users and show it again', async () => {
    const name = 'da-DK-Standard-A';
    await api.call(voiceFavoritesHttp.add, user, { voice_name: name });
    const block = (yes: boolean) =>
      api.call(voicesBulkHttp.block, admin, { display_name: 'danish A (FEMALE)', block: yes });
    expect((await block(true)).body).toEqual({ success: true });
    expect((await find(name))?.block).toBe(true);
    expect(
      (await api.call(voicesHttp.listOfLanguage, user, { code: 'da' })).body.map(({ code }) => code),
    ).not.toContain(name);
    expect((await api.call(voiceFavoritesHttp.list, user)).body.map(({ voice_name }) => voice_name)).not.toContain(
      name,
    );
    expect(await audited('voice.block')).toMatchObject([{ object_id: name, user_id: admin.id }]);
    await expect.poll(() => changedVoicesOf(admin)).toContain(name);
    await block(false);
    expect((await api.call(voiceFavoritesHttp.list, user)).body.map(({ voice_name }) => voice_name)).toContain(name);
    expect((await api.call(voicesBulkHttp.block, admin, { display_name: 'Nobody', block: true })).status).toBe(404);
  });

  it('can rename a voice; names stay unique and survive a synchronisation', async () => {
    const rename = (from: string, to: string) =>
      api.call(voicesBulkHttp.rename, admin, { old_display_name: from, new_display_name: to });
    expect((await rename('Dutch A (female)', ' Saskia ')).body).toEqual({ success: true });
    expect(await rename('Dutch B (male)', 'saskia')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await rename('Saskia', 'SASKIA')).status).toBe(200);
    expect((await rename('Dutch A (female)', 'Somebody')).status).toBe(404);
    expect((await rename('SASKIA', '  ')).status).toBe(400);
    await api.call(voicesBulkHttp.sync, admin);
    expect((await find('nl-NL-Standard-A'))?.display_name).toBe('SASKIA');
    expect(await audited('voice.rename')).toMatchObject([
      { object_id: 'nl-NL-Standard-A', details: { from: 'Dutch A (female)', to: 'Saskia' } },
      { object_id: 'nl-NL-Standard-A' },
    ]);
  });

  it('cannot give two voices one name, not even concurrently', async () => {
    const names = ['A (female)', 'B (male)', 'C (female)', 'D (male)'].map((rest) => `Basque ${rest}`);
    const answers = await Promise.all(
      names.map((name) =>
        api.call(voicesBulkHttp.rename, admin, { old_display_name: name, new_display_name: 'Miren' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});
