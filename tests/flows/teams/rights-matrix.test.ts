import { NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { rightsOfScopes, SCOPES } from '@belfry/schemas/domain/scopes';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { teamsHttp } from '@belfry/schemas/http/teams';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createGroup, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import {
  EVERYTHING,
  findWrongAnswers,
  MATRIX_CALLS,
  MATRIX_INPUTS,
  type MatrixActor,
  type MatrixPlace,
  NOTHING,
  onlyAt,
} from '../../support/rights-matrix.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

const AT = 'own';
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

type Shops = Awaited<ReturnType<typeof createShops>>;
type Company = Shops['own']['company'];

/** Fills a company with what the calls name. */
async function placeAt(name: string, { owner }: Shops, below: Company): Promise<MatrixPlace> {
  const inner = await createCompany(api, { below, type: 'Element', name: `Inner of ${name}` });
  const node = await createCompany(api, { below: inner, type: 'Device', name: `Node of ${name}` });
  const { serial } = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
  const group = await createGroup(api, { user_id: owner.id, name: `Group of ${name}`, devices: [node] });
  return {
    name,
    company_id: below.company_id,
    inner: inner.company_id,
    node: node.company_id,
    serial,
    group: group.id,
  };
}

async function createActors(shops: Shops): Promise<MatrixActor[]> {
  const { owner, own } = shops;
  const members = NODE_ROLES.map(async (role): Promise<MatrixActor> => {
    const caller = await createMember(api, owner, own.company, { role });
    return { name: role, caller, rightsAt: onlyAt(AT, rightsOfRole(role, { mayEmergency: false })) };
  });
  const programs = SCOPES.map(async (scope): Promise<MatrixActor> => {
    const body = { name: scope, scopes: [scope], company_id: own.company.company_id, expires_at: IN_A_YEAR };
    const { key } = (await api.call(apiKeysHttp.create, owner, body)).body;
    return { name: `key ${scope}`, caller: { key }, rightsAt: onlyAt(AT, rightsOfScopes([scope])), scopes: [scope] };
  });
  const ended = await createUser(api);
  const member_id = await makeMember(api, owner, own.company, { user: ended, role: 'manager' });
  expect((await api.call(teamsHttp.end, owner, { member_id })).status).toBe(204);
  const expired = await createMember(api, owner, own.company, { role: 'manager' });
  await api.db
    .updateTable('memberships')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', expired.id)
    .execute();
  return [
    { name: 'anonymous', caller: null, rightsAt: NOTHING },
    { name: 'stranger', caller: await createUser(api), rightsAt: NOTHING },
    { name: 'ended member', caller: ended, rightsAt: NOTHING },
    { name: 'expired member', caller: expired, rightsAt: NOTHING },
    ...(await Promise.all(members)),
    ...(await Promise.all(programs)),
    { name: 'owner', caller: owner, rightsAt: (place) => (place === 'foreign' ? 0 : EVERYTHING()) },
    { name: 'admin', caller: await createAdmin(api), rightsAt: EVERYTHING },
    { name: 'root', caller: await createUser(api, { role: 'root' }), rightsAt: EVERYTHING },
  ];
}

flow(
  'every call at every place is answered as the roles and scopes declare',
  async () => {
    expect(MATRIX_CALLS.map(({ name }) => name).sort()).toEqual(Object.keys(MATRIX_INPUTS).sort());
    const [shops, others] = [await createShops(api), await createShops(api)];
    const places = [
      await placeAt(AT, shops, shops.own.company),
      await placeAt('sibling', shops, shops.other.company),
      await placeAt('above', shops, shops.main),
      await placeAt('foreign', others, others.own.company),
    ];
    const actors = await createActors(shops);
    const { calls, wrong } = await findWrongAnswers(api, actors, places);
    expect(calls).toBe(actors.length * places.length * MATRIX_CALLS.length);
    expect(wrong).toEqual([]);
  },
  120_000,
);
