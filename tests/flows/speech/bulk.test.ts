import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { findAuditBy } from '../../support/audit.ts';
import { resetVoices } from '../../support/voices.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await resetVoices(api);
  [admin, user] = [await createAdmin(api), await createUser(api)];
});

const NAMES = ['pt-PT-Standard-A', 'pt-PT-Standard-B'];
const list = async (query: Record<string, string>) =>
  (await api.call(voicesHttp.list, admin, { language: 'pt', ...query })).body;
const bulk = (action: string, voice_names: readonly string[], { key } = admin) =>
  api.call(voicesBulkHttp.changeMany, { key }, { action, voice_names });
const audited = async (action: string) =>
  (await findAuditBy(api.db, action, [admin])).map(({ object_id }) => object_id);

describe('several voices at once', () => {
  it('are blocked and unblocked, with an audit row for each, and named where they are not there', async () => {
    const { body } = await bulk('block', [...NAMES, 'xx-XX-Standard-Z']);
    expect(body).toMatchObject({ done: 2, failed: [{ voice_name: 'xx-XX-Standard-Z', code: 'not_found' }] });
    expect((await list({ blocked: 'yes' })).map(({ voice_name }) => voice_name).toSorted()).toEqual(NAMES);
    expect((await audited('voice.block')).toSorted()).toEqual(NAMES);
    expect((await bulk('block', NAMES)).body).toEqual({ done: 2, failed: [] });
    expect(await audited('voice.block')).toHaveLength(2);
    expect((await bulk('unblock', NAMES)).body).toEqual({ done: 2, failed: [] });
    expect(await list({ blocked: 'yes' })).toEqual([]);
  });

  it('tell the consoles of everybody', async () => {
    api.broker.published.length = 0;
    await bulk('block', NAMES);
    const published = () => api.broker.published.map(({ topic }) => topic);
    await until('the events', published, (topics) => topics.includes(`users/${user.id}/events`));
    expect(published()).toContain(`users/${admin.id}/events`);
    await bulk('unblock', NAMES);
  });

  it('lose their samples', async () => {
    const folder = join(api.config.DATA_DIR, 'samples');
    await mkdir(folder, { recursive: true });
    for (const name of NAMES) await writeFile(join(folder, `${name}.mp3`), 'x');
    expect(await list({ sample: 'present' })).toHaveLength(2);
    expect((await bulk('delete_samples', NAMES)).body).toEqual({ done: 2, failed: [] });
    expect(await list({ sample: 'present' })).toEqual([]);
    expect(await audited('voice_sample.delete')).toHaveLength(2);
  });

  it('are for administrators', async () => {
    expect((await bulk('block', NAMES, user)).status).toBe(403);
    expect((await bulk('block', [])).status).toBe(400);
    expect((await bulk('block', ['../x'])).status).toBe(400);
  });
});

describe('the filters of the catalogue', () => {
  it('select a type and a gender', async () => {
    const all = await list({});
    expect(new Set(all.map(({ gender }) => gender)).size).toBeGreaterThan(1);
    for (const gender of ['FEMALE', 'MALE'] as const)
      expect(await list({ gender })).toEqual(all.filter((voice) => voice.gender === gender));
    for (const voice_type of ['standard', 'wavenet'] as const)
      expect(await list({ voice_type })).toEqual(all.filter((voice) => voice.voice_type === voice_type));
  });
});
