import { countUsage } from '@belfry/api/quotas/quotas.repository';
import { type Quota, quotasHttp } from '@belfry/schemas/http/service/quotas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { createAdmin, createCompany, createGroup, createUser, type TestUser } from '../../../support/factories.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { stationsHttp } from '@belfry/schemas/http/library/audio';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { newRegistration } from '../../../support/accounts.ts';
import { tone, uploadAudio } from '../../../support/library.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi({
    RATE_LIMIT_SCALE: '1000',
    QUOTA_USERS: '20',
    QUOTA_NODES: '5',
    QUOTA_LIBRARY: '5',
    QUOTA_GROUPS: '5',
    QUOTA_AUDIO_GB: '0.001',
  });
  admin = await createAdmin(api);
  user = await createUser(api);
});
afterAll(() => api.stop());

const readQuotas = async (): Promise<Map<string, Quota>> => {
  await countUsage(api);
  const { body } = await api.call(quotasHttp.read, admin);
  return new Map(body.map((quota) => [quota.kind, quota]));
};
const warnings = async () => (await api.call(healthHttp.ready, null)).body.quota_warnings;
const addStation = (name: string, key = user.key) =>
  api.call(stationsHttp.create, { key }, { name, url: 'https://radio.example/a' });

describe('the quotas of the installation', () => {
  it('are for administrators', async () => {
    expect((await api.call(quotasHttp.read, user)).status).toBe(403);
    expect((await readQuotas()).get('users')).toMatchObject({ used: 3, most: 20, warning: false });
  });

  it('warn from 80 % on, and refuse what is more, also to others', async () => {
    for (let n = 0; n < 4; n += 1) expect((await addStation(`Radio ${n}`)).status).toBe(201);
    expect((await readQuotas()).get('library')).toMatchObject({ used: 4, most: 5, warning: true });
    expect(await warnings()).toEqual(['library']);
    expect((await addStation('Radio 5')).status).toBe(201);
    await countUsage(api);
    const refused = await addStation('Radio 6', admin.key);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toContain('This installation has no room for more messages, sounds and playlists');
  });

  it('limit nodes and groups', async () => {
    const main = await createCompany(api, { user_id: user.id });
    for (let n = 0; n < 4; n += 1) await createCompany(api, { below: main, type: 'Company' });
    for (let n = 0; n < 5; n += 1) await createGroup(api, { user_id: user.id });
    await countUsage(api);
    const body = { name: 'One more' };
    expect((await api.call(companyChangesHttp.add, user, { ...body })).status).toBe(422);
    expect((await api.call(groupsHttp.create, user, { ...body, devices: [] })).status).toBe(422);
  });

  it('limit accounts, however they are made', async () => {
    while ((await readQuotas()).get('users')!.used < 20) await createUser(api);
    expect((await api.call(registrationHttp.register, null, newRegistration())).status).toBe(422);
    const body = { name: 'Ada', email: 'ada@belfry.test', pass: 'Secret-1', role: 'user' };
    expect((await api.call(userChangesHttp.add, admin, { ...body })).status).toBe(422);
  });

  it('limit the bytes of audio', async () => {
    await api.db
      .insertInto('audio_files')
      .values({ sha256: 'f'.repeat(64), bytes: 1024 ** 3, format: 'mp3', duration_ms: 1 })
      .execute();
    await api.db.deleteFrom('stations').execute();
    await countUsage(api);
    expect(await uploadAudio(api, user, tone('mp3'))).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('no room for more audio') },
    });
  });
});
