import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAdmin, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { copiesTo, messagesTo, unfolded, mailTo, tokenIn } from '../../support/outbox.ts';
import { until } from '../../support/until.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { createUserWithSecrets, type UserWithSecrets } from '../../support/accounts.ts';

let api: TestApi;
let root: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '100000', CODE_RESEND_AFTER_S: '0' });
  [root, admin] = [await createUser(api, { role: 'root' }), await createAdmin(api)];
});

const reset = (token: string, newPassword = 'Brand-new-1') =>
  api.call(passwordsHttp.reset, null, { token, newPassword });

const confirmPhone = (phone: string, code: string) => api.call(registrationHttp.confirmPhone, null, { phone, code });

const second = ({ challenge, secondFactor }: UserWithSecrets) =>
  api.call(authHttp.completeSignIn, null, { challenge, code: secondFactor() });

const edit = (user: TestUser, updates: object) => api.call(userChangesHttp.edit, root, { user_id: user.id, updates });

const messagesOf = (user: { id: number }) => messagesTo(api.db, user);
const copiesOf = (user: { id: number }) => copiesTo(api, user);

const CHANGES: [string, (account: UserWithSecrets) => Promise<{ status: number }>][] = [
  ['another role', (account) => edit(account, { role: 'admin' })],
  ['another email address', (account) => edit(account, { email: `moved-${account.id}@belfry.test` })],
  ['another phone number', (account) => edit(account, { phone: `+491513${String(1_000_000 + account.id)}` })],
  [
    'a changed password',
    ({ key }) => api.call(passwordsHttp.change, { key }, { currentPassword: PASSWORD, newPassword: 'Changed-1' }),
  ],
  [
    'a password that was reset by another link',
    async ({ email }) => {
      await api.call(passwordsHttp.forgot, null, { email });
      return reset(tokenIn((await mailTo(api, email, 2)).text), 'By-a-link-1');
    },
  ],
  ['a block', ({ id }) => api.call(userChangesHttp.block, root, { user_id: id, blocked: true })],
  ['a new key', ({ id }) => api.call(userKeysHttp.updateKey, root, { user_id: id })],
];

describe('a change of the account’s credentials or contacts', () => {
  it.each(CHANGES)('%s invalidates earlier links, codes and two-factor challenges', async (_name, change) => {
    const account = await createUserWithSecrets(api);
    expect((await api.call(passwordsHttp.checkLink, null, { token: account.link })).status).toBe(200);
    expect((await change(account)).status).toBe(200);

    // The outbox must be redacted immediately, not by the scheduled cleaning.
    const tokens = api.db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', account.id);
    const codes = api.db.selectFrom('confirmation_codes').select('purpose').where('user_id', '=', account.id);
    expect(await tokens.execute()).toEqual([]);
    expect(await codes.execute()).toEqual([]);
    const kept = JSON.stringify(await messagesOf(account));
    expect(kept).not.toContain(account.link);
    expect(await messagesOf(account)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'confirm_phone', code: null })]),
    );

    expect(await reset(account.link)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await second(account)).toMatchObject({ status: 410, body: { code: 'challenge_expired' } });
    expect((await confirmPhone(account.phone, account.code)).status).toBeGreaterThan(400);
    await until(
      'the copies are redacted',
      () => copiesOf(account),
      (copies) => !unfolded(copies).includes(account.link),
    );
  });

  it('an edit without such a change keeps them valid', async () => {
    const account = await createUserWithSecrets(api);
    expect((await edit(account, { name: 'Renamed', email: account.email, role: 'user' })).status).toBe(200);
    await api.call(usersHttp.update, account, { city: 'Graz' });
    expect((await confirmPhone(account.phone, account.code)).status).toBe(200);
    expect((await second(account)).status).toBe(200);
    expect((await reset(account.link)).status).toBe(200);
  });

  it('a changed password invalidates keys of impersonation by and of the user', async () => {
    const other = await createUser(api);
    const opened = await api.call(userKeysHttp.impersonate, admin, { user_id: other.id });
    const asAdmin = await api.call(userKeysHttp.impersonate, root, { user_id: admin.id });
    const keys = [opened, asAdmin].map(({ body }) => body['user_key']);
    const statuses = () => Promise.all(keys.map(async (key) => (await api.call(usersHttp.profile, { key })).status));
    expect(await statuses()).toEqual([200, 200]);
    const body = { currentPassword: PASSWORD, newPassword: 'Changed-1' };
    expect((await api.call(passwordsHttp.change, admin, { ...body })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
    expect((await api.call(usersHttp.profile, admin)).status).toBe(200);
  });
});

describe('a one-time token', () => {
  it('is valid for its purpose only', async () => {
    const account = await createUserWithSecrets(api);
    const { link, challenge } = account;
    expect(await second({ ...account, challenge: link })).toMatchObject({
      status: 410,
      body: { code: 'challenge_expired' },
    });
    expect((await api.call(passwordsHttp.checkLink, null, { token: challenge })).body.code).toBe('link_expired');
    expect((await reset(challenge)).body.code).toBe('link_expired');
    // Neither of the tokens was used up by these calls.
    expect((await second(account)).status).toBe(200);
    expect((await reset(link)).status).toBe(200);
  });
});
