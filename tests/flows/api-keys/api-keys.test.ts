import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { expect } from 'vitest';
import type { Scope } from '@belfry/schemas/domain/scopes';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';

const IN_A_YEAR = () => new Date(Date.now() + 365 * 86_400_000).toISOString();

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
});

const createKey = (scopes: readonly Scope[], company_id = chain.own.company.company_id, by = chain.owner) =>
  api.call(apiKeysHttp.create, by, { name: 'Till 3', scopes, company_id, expires_at: IN_A_YEAR() });

flow('a key calls what its scopes name, at its node and below', async () => {
  const device = await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  const elsewhere = await createDevice(api, { user_id: chain.owner.id, company_id: chain.other.node.company_id });
  const { body, status } = await createKey(['devices:read']);
  expect(status).toBe(201);
  expect(body.key).toMatch(/^bf_[\w-]{43}$/);
  const program = { key: body.key };
  expect((await api.call(devicesHttp.listOwn, program)).body.map(({ serial }) => serial)).toEqual([device.serial]);
  expect((await api.call(devicesHttp.info, program, { device: device.serial })).status).toBe(200);
  expect((await api.call(devicesHttp.info, program, { device: elsewhere.serial })).status).toBe(404);
  const { company_id } = chain.own.company;
  const refused = await api.call(companiesHttp.info, program, { company_id });
  expect(refused).toMatchObject({ status: 403, body: { error: 'This key lacks the scope tree:read' } });
  expect((await api.call(usersHttp.profile, program)).status).toBe(403);
  expect((await api.call(teamsHttp.list, program, { company_id })).status).toBe(403);
  expect((await api.call(apiKeysHttp.list, program)).status).toBe(403);
});

flow('a key is listed with its last use, and as never used before', async () => {
  const [used, unused] = [await createKey(['tree:read']), await createKey(['tree:read'])];
  const lastUses = async () => {
    const { body } = await api.call(apiKeysHttp.list, chain.owner);
    return [used, unused].map(({ body: { id } }) => body.find((key) => key.id === id)?.last_used_at);
  };
  expect(await lastUses()).toEqual([null, null]);
  const { company_id } = chain.own.company;
  const call = () => api.call(companiesHttp.info, { key: used.body.key }, { company_id });
  expect((await call()).status).toBe(200);
  const [first, other] = await lastUses();
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000);
  expect(other).toBeNull();
});

flow('a key that is ended, or unknown, is refused at once, and its account is nobody in lists', async () => {
  const { body } = await createKey(['tree:read', 'tree:write']);
  const program = { key: body.key };
  const parent_company_id = chain.own.company.company_id;
  const made = await api.call(companyChangesHttp.add, program, { name: 'By a program', parent_company_id });
  expect(made.status).toBe(201);
  const { company_id } = chain.own.company;
  expect((await api.call(teamsHttp.list, chain.owner, { company_id })).body).toEqual([]);
  const admin = await createAdmin(api);
  const found = await api.call(usersAdminHttp.list, admin, { q: 'programs.invalid' });
  expect(JSON.stringify(found.body)).not.toContain('programs.invalid');
  expect((await api.call(apiKeysHttp.list, chain.owner)).body.find(({ id }) => id === body.id)).toMatchObject({
    name: 'Till 3',
    company_name: 'Shop 12',
  });
  expect((await api.call(apiKeysHttp.remove, chain.owner, { id: body.id })).status).toBe(204);
  for (const key of [body.key, 'bf_nothing']) {
    const refused = await api.call(companiesHttp.info, { key }, { company_id });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ error: 'This API key has ended or is unknown.' });
  }
});

flow('nobody creates a key with more than they have', async () => {
  const [manager, planner] = [
    await createMember(api, chain.owner, chain.own.company, { role: 'manager' }),
    await createMember(api, chain.owner, chain.own.company, { role: 'planner' }),
  ];
  const own = chain.own.company.company_id;
  expect((await createKey(['say'], own, manager)).status).toBe(201);
  expect((await createKey(['emergency'], own, manager)).status).toBe(403);
  expect((await createKey(['say'], own, planner)).status).toBe(403);
  expect((await createKey(['say'], chain.main.company_id, manager)).status).toBe(404);
  const { body } = await createKey(['tree:read'], chain.main.company_id);
  expect((await api.call(apiKeysHttp.remove, manager, { id: body.id })).status).toBe(404);
});

flow('a key whose time is over is refused', async () => {
  const [lasting, over] = [await createKey(['tree:read']), await createKey(['tree:read'])];
  const expires_at = new Date(Date.now() - 1_000);
  await api.db.updateTable('api_keys').set({ expires_at }).where('id', '=', over.body.id).execute();
  const { company_id } = chain.own.company;
  expect((await api.call(companiesHttp.info, { key: lasting.body.key }, { company_id })).status).toBe(200);
  expect((await api.call(companiesHttp.info, { key: over.body.key }, { company_id })).status).toBe(401);
});
