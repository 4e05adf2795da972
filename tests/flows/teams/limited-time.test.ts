import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let manager: TestUser;
let member_id: number;
let company_id: number;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  company_id = chain.own.company.company_id;
  manager = await createUser(api);
  const granted = { user: manager, role: 'manager', expires_at: inHours(10) } as const;
  member_id = await makeMember(api, chain.owner, chain.own.company, granted);
});

flow('a manager for a limited time does not change their own membership', async () => {
  for (const change of [{ expires_at: null }, { expires_at: inHours(5) }, { role: 'viewer' as const }])
    expect((await api.call(teamsHttp.change, manager, { member_id, ...change })).status).toBe(403);
  const { body } = await api.call(teamsHttp.list, chain.owner, { company_id });
  expect(body.find((member) => member.member_id === member_id)?.expires_at).not.toBeNull();
});

flow.for([
  ['nobody without an end', null, 403],
  ['nobody with a later end', 11, 403],
  ['somebody until an earlier end', 9, 201],
] as const)('they invite %s', async ([_name, hours, status]) => {
  const body = { company_id, email: (await createUser(api)).email, role: 'viewer' as const };
  const expires_at = hours === null ? null : inHours(hours);
  expect((await api.call(teamsHttp.add, manager, { ...body, expires_at })).status).toBe(status);
});

flow('they make no longer what others have, and may shorten it', async () => {
  const user = await createUser(api);
  const other = await makeMember(api, chain.owner, chain.own.company, { user, role: 'viewer' });
  const change = async (changes: { role?: 'planner'; expires_at?: string | null }) =>
    (await api.call(teamsHttp.change, manager, { member_id: other, ...changes })).status;
  expect(await change({ role: 'planner' })).toBe(403);
  expect(await change({ expires_at: inHours(11) })).toBe(200);
  expect(await change({ expires_at: null })).toBe(403);
  expect(await change({ role: 'planner', expires_at: inHours(9) })).toBe(200);
});

flow('a key of theirs ends no later than they do', async () => {
  const create = async (expires_at: string) =>
    (await api.call(apiKeysHttp.create, manager, { name: 'Till', scopes: ['say'], company_id, expires_at })).status;
  expect([await create(inHours(11)), await create(inHours(9))]).toEqual([403, 201]);
});

flow('a right that lasts longer than the one to give it is given until that one ends', async () => {
  const user = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
  await makeMember(api, chain.owner, chain.own.company, { user, role: 'manager', expires_at: inHours(2) });
  const body = { company_id, email: (await createUser(api)).email, role: 'viewer' as const };
  expect((await api.call(teamsHttp.add, user, body)).status).toBe(403);
  expect((await api.call(teamsHttp.add, user, { ...body, expires_at: inHours(1) })).status).toBe(201);
});
