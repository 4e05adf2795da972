import { NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { rightsOfScopes, SCOPES } from '@belfry/schemas/domain/scopes';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import type { TestApi } from './api.ts';
import { createAdmin, createCompany, createDevice, createGroup, createUser, type TestUser } from './factories.ts';
import { success } from './http-client.ts';
import { EVERYTHING, type MatrixActor, type MatrixPlace, NOTHING, onlyAt } from './rights-matrix.ts';
import { createMember, createShops, makeMember } from './teams.ts';

/** An organisation with everybody who may call, and the places that they call about. */
export type Matrix = { owner: TestUser; places: MatrixPlace[]; actors: MatrixActor[] };

/** Where the members are: one branch, and what was moved there. */
const AT = ['own', 'moved in'];
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

/** Members, of every role, and keys, of every scope, belong to the place `own`. */
export async function createMatrix(api: TestApi): Promise<Matrix> {
  const shops = await createShops(api);
  const places = await createPlaces(api, shops);
  return { owner: shops.owner, places, actors: await createActors(api, shops) };
}

type Shops = Awaited<ReturnType<typeof createShops>>;
type Company = Shops['own']['company'];

/** Fills a company with what the calls name. */
async function placeAt(api: TestApi, name: string, { owner }: Shops, below: Company): Promise<MatrixPlace> {
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

/** A company that is moved after it has everything. */
async function movedPlace(
  api: TestApi,
  name: string,
  shops: Shops,
  [from, to]: [Company, Company],
): Promise<MatrixPlace> {
  const top = await createCompany(api, { below: from, type: 'Element', name });
  const place = await placeAt(api, name, shops, top);
  const moving = { company_id: top.company_id, parent_company_id: to.company_id };
  await success(api.call(companyChangesHttp.move, shops.owner, moving));
  return place;
}

/** In one branch, beside and above it, in another organisation, and what was moved out of the branch and into it. */
async function createPlaces(api: TestApi, shops: Shops): Promise<MatrixPlace[]> {
  const others = await createShops(api);
  const [own, other] = [shops.own.company, shops.other.company];
  // Below a company there are devices only.
  await api.db
    .updateTable('companies')
    .set({ type: 'Element' })
    .where('company_id', 'in', [own.company_id, other.company_id])
    .execute();
  return [
    await placeAt(api, 'own', shops, own),
    await placeAt(api, 'sibling', shops, other),
    await placeAt(api, 'above', shops, shops.main),
    await placeAt(api, 'foreign', others, others.own.company),
    await movedPlace(api, 'moved in', shops, [other, own]),
    await movedPlace(api, 'moved away', shops, [own, other]),
  ];
}

async function createActors(api: TestApi, shops: Shops): Promise<MatrixActor[]> {
  const { owner, own } = shops;
  const members = NODE_ROLES.map(async (role): Promise<MatrixActor> => {
    const caller = await createMember(api, owner, own.company, { role });
    return { name: role, caller, rightsAt: onlyAt(AT, rightsOfRole(role, { mayEmergency: false })) };
  });
  const programs = SCOPES.map(async (scope): Promise<MatrixActor> => {
    const body = { name: scope, scopes: [scope], company_id: own.company.company_id, expires_at: IN_A_YEAR };
    const { key } = await success(api.call(apiKeysHttp.create, owner, body));
    return { name: `key ${scope}`, caller: { key }, rightsAt: onlyAt(AT, rightsOfScopes([scope])), scopes: [scope] };
  });
  const ended = await createUser(api);
  const member_id = await makeMember(api, owner, own.company, { user: ended, role: 'manager' });
  await success(api.call(teamsHttp.end, owner, { member_id }));
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
    { name: 'admin', caller: await createAdmin(api), rightsAt: EVERYTHING, role: 'admin' },
    { name: 'root', caller: await createUser(api, { role: 'root' }), rightsAt: EVERYTHING, role: 'root' },
  ];
}
