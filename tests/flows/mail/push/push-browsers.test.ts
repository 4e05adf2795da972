import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { pushHttp, PUSH_SUBSCRIPTIONS_MAX } from '@belfry/schemas/http/mail/push';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { flow } from '../../../support/flow.ts';
import { createUser, PASSWORD, type TestUser } from '../../../support/factories.ts';
import { startPushService, type PushService } from '../../../support/services/push-service.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let service: PushService;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  service = await startPushService();
});
afterAll(async () => {
  expect(service.failures).toEqual([]);
  service.stop();
});

type Caller = Pick<TestUser, 'key'>;
const signIn = async ({ email }: TestUser): Promise<Caller> => ({
  key: (await api.call(authHttp.signIn, null, { email, password: PASSWORD })).body.user_key,
});
const list = async (caller: Caller) => (await api.call(pushHttp.list, caller)).body;
async function subscribe(caller: Caller, browser = service.addBrowser()) {
  const { body, status } = await api.call(pushHttp.subscribe, caller, browser.subscription);
  expect(status).toBe(201);
  return { browser, id: body.subscription_id };
}

describe('a browser', () => {
  it('ends with the sign-out of its session, and with a new password; not with a session that has passed', async () => {
    const user = await createUser(api);
    const [here, there] = [await signIn(user), await signIn(user)];
    const [first] = [await subscribe(here), await subscribe(there)];
    expect((await list(there)).map(({ current }) => current)).toEqual([true, false]);
    await api.call(authHttp.signOut, here);
    expect(await list(there)).toHaveLength(1);
    const { status } = await api.call(pushHttp.test, there, { subscription_id: first.id });
    expect(status).toBe(404);
    await sql`update user_keys set expires_at = now() - interval '1 second' where user_id = ${user.id} and made_by is null and ip is not null`.execute(
      api.db,
    );
    const again = await signIn(user);
    await until('the session has ended', async () => (await list(again)).length === 1);
    await api.call(passwordsHttp.change, again, { currentPassword: PASSWORD, newPassword: 'Another-pass-2' });
    expect(await list(again)).toEqual([]);
  });

  it('belongs to whoever used it last, and goes on with their next session', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const { browser } = await subscribe(user);
    const { endpoint } = browser.subscription;
    const again = await signIn(user);
    expect((await api.call(pushHttp.renew, again, { endpoint })).body).toMatchObject({ current: true });
    expect((await api.call(pushHttp.renew, other, { endpoint })).status).toBe(404);
    expect(await list(user)).toEqual([]);
    await subscribe(user, browser);
    await subscribe(other, browser);
    expect([await list(user), (await list(other)).length]).toEqual([[], 1]);
  });

  it('is one of ten, which nobody else sees, removes or uses', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const [first] = [await subscribe(user)];
    for (let more = 0; more < PUSH_SUBSCRIPTIONS_MAX; more += 1) await subscribe(user);
    const rows = await list(user);
    expect(rows).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
    expect(rows.map(({ subscription_id }) => subscription_id)).not.toContain(first.id);
    expect(JSON.stringify(rows)).not.toContain(service.origin);
    const subscription_id = rows[0]?.subscription_id ?? 0;
    for (const call of [pushHttp.test, pushHttp.remove])
      expect((await api.call(call, other, { subscription_id })).status).toBe(404);
    const root = await createUser(api, { role: 'root' });
    const { body: opened } = await api.call(userKeysHttp.impersonate, root, { user_id: user.id });
    expect((await api.call(pushHttp.list, { key: opened.user_key })).status).toBe(403);
    expect((await api.call(pushHttp.remove, user, { subscription_id })).status).toBe(204);
    expect(await list(user)).toHaveLength(PUSH_SUBSCRIPTIONS_MAX - 1);
  });

  it('is at a public address, with a key that is one, and keeps its secret', async () => {
    const user = await createUser(api);
    const { subscription } = service.addBrowser();
    for (const wrong of [
      { endpoint: 'https://10.0.0.1/send' },
      { endpoint: 'http://93.184.216.34/send' },
      { p256dh: 'B'.repeat(87) },
    ])
      expect((await api.call(pushHttp.subscribe, user, { ...subscription, ...wrong })).status).toBe(422);
    for (const wrong of [{ endpoint: `https://push.test/${'x'.repeat(1_000)}` }, { auth: 'short' }])
      expect((await api.call(pushHttp.subscribe, user, { ...subscription, ...wrong })).status).toBe(400);
    await subscribe(user);
    const stored = await sql<{ row: string }>`
      select row_to_json(s)::text as row from push_subscriptions s where user_id = ${user.id}`.execute(api.db);
    expect(stored.rows[0]?.row).not.toContain(subscription.auth);
    const audited = await sql<{ after: object }>`
      select after from audit_log where action = 'push.add' and user_id = ${user.id}`.execute(api.db);
    expect(audited.rows).toEqual([{ after: { browser: null, system: null } }]);
  });
});
