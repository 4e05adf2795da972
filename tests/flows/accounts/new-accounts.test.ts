import { GROUPS_MAX } from '@belfry/schemas/domain/companies';
import { beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createGroup, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { newRegistration, registerForCode } from '../../support/accounts.ts';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(async () => {
  user = await createUser(api, { full_quotas: false });
});

const addGroup = (name: string) => api.call(groupsHttp.create, user, { name, devices: [] });
const fullQuotas = async (key: string) => (await api.call(usersHttp.profile, { key })).body.full_quotas;

it('an account that registered itself has a tenth of the quotas', async () => {
  const person = newRegistration();
  const { code } = await registerForCode(api, person);
  await api.call(registrationHttp.confirmEmail, null, { email: person.email, code });
  const signedIn = await api.call(authHttp.signIn, null, { email: person.email, password: person.password });
  expect(await fullQuotas(signedIn.body['user_key'])).toBe(false);
});

it('has all of them once an administrator has confirmed it', async () => {
  const tenth = GROUPS_MAX / 10;
  for (let n = 0; n < tenth; n += 1) await createGroup(api, { user_id: user.id });
  const refused = await addGroup('One more');
  expect([refused.status, refused.body.error]).toEqual([422, `There can be ${tenth} groups at most`]);
  expect(await fullQuotas(user.key)).toBe(false);
  const body = { user_id: user.id, updates: { full_quotas: true } };
  expect((await api.call(userChangesHttp.edit, admin, { ...body })).status).toBe(200);
  expect(await fullQuotas(user.key)).toBe(true);
  expect((await addGroup('One more')).status).toBe(201);
});

it('nobody confirms their own account, and nobody is set back', async () => {
  const own = await api.call(usersHttp.update, user, { full_quotas: true });
  expect(own.status).toBe(400);
  const body = { user_id: user.id, updates: { full_quotas: false } };
  expect((await api.call(userChangesHttp.edit, admin, { ...body })).status).toBe(400);
});
