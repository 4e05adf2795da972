import { beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
const callers = {} as Record<'user' | 'admin' | 'root', TestUser>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  for (const role of ['user', 'admin', 'root'] as const) callers[role] = await createUser(api, { role });
});

/** An account with two-factor sign-in on. */
async function createGuarded(role: 'user' | 'admin' | 'root'): Promise<TestUser> {
  const user = await createUser(api, { role });
  await guard(user);
  return user;
}
const guard = (user: TestUser) =>
  api.db
    .insertInto('two_factor')
    .values({ user_id: user.id, secret: Buffer.from('x'), enabled_at: new Date() })
    .execute();
const reset = (by: TestUser, { id }: TestUser) => api.call(userKeysHttp.resetTwoFactor, by, { user_id: id });
const signIn = ({ email }: TestUser) => api.call(authHttp.signIn, null, { email, password: PASSWORD });

it('an administrator turns off the lost second factor of a user, who is signed out and gets a mail', async () => {
  const user = await createGuarded('user');
  expect((await signIn(user)).body).toMatchObject({ two_factor_required: true });
  expect((await reset(callers.admin, user)).status).toBe(200);
  expect((await api.call(usersHttp.profile, user)).status).toBe(401);
  expect((await signIn(user)).body).toHaveProperty('user_key');
  expect((await mailTo(api, user.email)).subject).toContain('Two-factor sign-in');
  expect(await findAudit(api.db, 'user.reset-two-factor', user.id)).toMatchObject([{ user_id: callers.admin.id }]);
  expect(await reset(callers.admin, user)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

it.each([
  ['user', 'user', 403],
  ['admin', 'admin', 403],
  ['admin', 'root', 404],
  ['root', 'admin', 200],
  ['root', 'root', 200],
] as const)('a caller with the role %s asks for that of another %s: %s', async (caller, role, status) => {
  expect((await reset(callers[caller], await createGuarded(role))).status).toBe(status);
});

it('nobody turns off their own in this way', async () => {
  await guard(callers.root);
  expect((await reset(callers.root, callers.root)).status).toBe(403);
});

it.each([
  ['the second factor is turned off', reset],
  ['the key is renewed', (by: TestUser, { id }: TestUser) => api.call(userKeysHttp.updateKey, by, { user_id: id })],
  [
    'the account is blocked',
    (by: TestUser, { id }: TestUser) => api.call(userChangesHttp.block, by, { userId: id, blocked: true }),
  ],
])('a link for a new password from before %s is void', async (_what, change) => {
  const [user, other] = [await createGuarded('user'), await createGuarded('user')];
  const links: string[] = [];
  for (const { email } of [user, other]) {
    expect((await api.call(passwordsHttp.forgot, null, { email })).status).toBe(200);
    links.push(tokenIn((await mailTo(api, email)).text));
  }
  const works = async () =>
    Promise.all(links.map(async (token) => (await api.call(passwordsHttp.checkLink, null, { token })).status));
  expect(await works()).toEqual([200, 200]);
  expect((await change(callers.admin, user)).status).toBe(200);
  expect(await works()).toEqual([410, 200]);
});
