import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser, PASSWORD } from '../../support/factories.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { findAudit } from '../../support/audit.ts';
import { newUserBody, keyStatus } from '../../support/accounts.ts';
import { createMessage, tone, createAudio } from '../../support/library.ts';
import { createChime } from '../../support/sounds.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { playlistsHttp } from '@belfry/schemas/http/library/audio';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
});
afterAll(() => api.stop());

describe('deleting users', () => {
  it('deletes their own data, and their devices lose their owner', async () => {
    const user = await createUser(api, { phone: '+4915799009' });
    const { device_id } = await createDevice(api, { user_id: user.id });
    const added = await api.call(companyChangesHttp.addMain, user, { name: 'Shop' });
    expect(added.status).toBeLessThan(300);
    const floor = { name: 'Floor', type: 'Element', parent_company_id: added.body.company_id };
    expect((await api.call(companyChangesHttp.add, user, { ...floor })).status).toBeLessThan(300);
    const count = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from companies where user_id = ${user.id}`.execute(api.db);
      return rows[0]?.n;
    };
    expect(await count()).toBe(2);
    const listed = await api.call(usersAdminHttp.list, admin, { q: user.email });
    expect(listed.body).toMatchObject([{ id: user.id, companies: 1 }]);
    expect((await api.call(usersHttp.profile, user)).body.companies).toMatchObject([{ name: 'Shop' }]);
    expect(await api.call(userChangesHttp.remove, admin, { id: user.id })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await keyStatus(api, user.key)).toBe(401);
    expect((await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD })).status).toBe(401);
    expect(await count()).toBe(0);
    const device = await api.db.selectFrom('devices').selectAll().where('device_id', '=', device_id).executeTakeFirst();
    expect(device).toMatchObject({ user_id: null, company_id: null });
    expect(await findAudit(api.db, 'user.delete', user.id)).toMatchObject([
      { user_id: admin.id, details: { email: user.email } },
    ]);
    expect((await api.call(userChangesHttp.remove, admin, { id: user.id })).status).toBe(404);
    const again = await api.call(userChangesHttp.add, admin, newUserBody({ email: user.email, phone: '+4915799009' }));
    expect(again.status).toBe(201);
    for (const id of ['0', '-1', 'x', '1 or 1=1', '2147483648'])
      expect((await api.call(userChangesHttp.remove, admin, { id })).status).toBe(400);
  });

  it('deletes somebody whose playlists, chimes and messages have audio of their own', async () => {
    const { id, key } = await createUser(api);
    const audio = await createAudio(api, { id }, tone('mp3'));
    const playlist = { name: 'Songs', audio_ids: [audio.id] };
    expect((await api.call(playlistsHttp.create, { key }, playlist)).status).toBe(201);
    const chime = await createChime(api, { key }, 'Gong', audio.id);
    const variants = [{ language: 'en', text: '', audio_before: audio.id }];
    await createMessage(api, { key }, { variants, chime_id: chime.id });
    expect((await api.call(userChangesHttp.remove, admin, { id })).status).toBe(200);
    expect(await api.db.selectFrom('audio').select('id').where('id', '=', audio.id).execute()).toEqual([]);
  });

  it('changes and deletes more people at once than a statement has parameters for', { tags: ['full'] }, async () => {
    const crowd = 10_000;
    await sql`
      insert into users (name, email, password_hash, role)
      select 'Member ' || n, 'member-' || n || '@large-crowd.test', 'none', 'user' from generate_series(1, ${crowd}::int) n`.execute(
      api.db,
    );
    for (const action of ['block', 'delete']) {
      const body = { action, filter: { q: '@large-crowd.test' }, expected: crowd };
      const answer = await api.call(userChangesHttp.changeMany, admin, body);
      expect(answer).toMatchObject({ status: 200, body: { done: crowd, failed: [] } });
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from audit_log where action = ${`user.${action}`} and user_id = ${admin.id}
          and details ->> 'bulk' = 'true'`.execute(api.db);
      expect(rows).toEqual([{ n: crowd }]);
    }
  });

  it('does not delete the root who deletes all', async () => {
    const gone = await createUser(api);
    await createDevice(api, { user_id: gone.id });
    await sql`
      insert into users (name, email, password_hash, role)
      select 'Member ' || n, 'member-' || n || '@crowd.test', 'none', 'user' from generate_series(1, 2000) n`.execute(
      api.db,
    );
    const other = await createUser(api, { role: 'root' });
    expect((await api.call(userKeysHttp.impersonate, other, { user_id: root.id })).status).toBe(200);
    const answer = await api.call(userChangesHttp.removeAll, root);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.body['deleted']).toBeGreaterThan(2_003);
    expect(await api.db.selectFrom('users').select('id').execute()).toEqual([{ id: root.id }]);
    expect([await keyStatus(api, gone.key), await keyStatus(api, admin.key), await keyStatus(api, root.key)]).toEqual([
      401, 401, 200,
    ]);
    const cut = api.broker.disconnected.filter(({ kind }) => kind === 'console').flatMap(({ ids }) => ids);
    expect(cut).toContain(String(gone.id));
    // One of the deleted users was impersonating the caller.
    expect(cut).toContain(String(root.id));
    const again = await api.call(userChangesHttp.removeAll, root);
    expect(again).toMatchObject({ status: 200, body: { deleted: 0 } });
  });
});
