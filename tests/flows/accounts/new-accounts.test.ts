import { GROUPS_MAX } from '@belfry/schemas/domain/companies';
import { beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { newRegistration, registerForCode } from '../../support/calls/registrations.ts';
import { createAdmin, createGroup, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

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

const addGroup = (name: string) =>
  api.post<{ error?: string }>('/api/group/new', { key: user.key, body: { name, devices: [] } });
const fullQuotas = async (key: string) =>
  (await api.get<{ full_quotas: boolean }>('/api/users/info', { key })).body.full_quotas;

it('an account that registered itself has a tenth of the quotas', async () => {
  const person = newRegistration();
  const { code } = await registerForCode(api, person);
  await api.post('/api/auth/confirm/email', { body: { email: person.email, code } });
  const signedIn = await api.post('/api/auth/login', { body: { email: person.email, password: person.password } });
  expect(await fullQuotas(String(signedIn.body['user_key']))).toBe(false);
});

it('has all of them once an administrator has confirmed it', async () => {
  const tenth = GROUPS_MAX / 10;
  for (let n = 0; n < tenth; n += 1) await createGroup(api, { user_id: user.id });
  const refused = await addGroup('One more');
  expect([refused.status, refused.body.error]).toEqual([422, `There can be ${tenth} groups at most`]);
  expect(await fullQuotas(user.key)).toBe(false);
  const body = { user_id: user.id, updates: { full_quotas: true } };
  expect((await api.put('/api/admin/user/edit', { key: admin.key, body })).status).toBe(200);
  expect(await fullQuotas(user.key)).toBe(true);
  expect((await addGroup('One more')).status).toBe(201);
});

it('nobody confirms their own account, and nobody is set back', async () => {
  const own = await api.put('/api/users/update', { key: user.key, body: { full_quotas: true } });
  expect(own.status).toBe(400);
  const body = { user_id: user.id, updates: { full_quotas: false } };
  expect((await api.put('/api/admin/user/edit', { key: admin.key, body })).status).toBe(400);
});
