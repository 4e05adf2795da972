import { hashKey } from '@belfry/api/lib/keys';
import { hasRight, NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { rightsOfScopes, SCOPES } from '@belfry/schemas/domain/scopes';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import { teamsHttp } from '@belfry/schemas/http/teams';
import { compileAcl } from '@belfry/schemas/mqtt/authorize';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { expect } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createGroup, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { findOpenCalls } from '../../support/guarded-calls.ts';
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

/** Where the members are: one branch, and what was moved there. */
const AT = ['own', 'moved in'];
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

let api: TestApi;
let places: MatrixPlace[];
let actors: MatrixActor[];
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  const shops = await createShops(api);
  places = await createPlaces(shops);
  actors = await createActors(shops);
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

/** A company that is moved after it has everything. */
async function movedPlace(name: string, shops: Shops, [from, to]: [Company, Company]): Promise<MatrixPlace> {
  const top = await createCompany(api, { below: from, type: 'Element', name });
  const place = await placeAt(name, shops, top);
  const moving = { company_id: top.company_id, parent_company_id: to.company_id };
  expect((await api.call(companyChangesHttp.move, shops.owner, moving)).status).toBe(200);
  return place;
}

/** In one branch, beside and above it, in another organisation, and what was moved out of the branch and into it. */
async function createPlaces(shops: Shops): Promise<MatrixPlace[]> {
  const others = await createShops(api);
  const [own, other] = [shops.own.company, shops.other.company];
  // Below a company there are devices only.
  await api.db
    .updateTable('companies')
    .set({ type: 'Element' })
    .where('company_id', 'in', [own.company_id, other.company_id])
    .execute();
  return [
    await placeAt('own', shops, own),
    await placeAt('sibling', shops, other),
    await placeAt('above', shops, shops.main),
    await placeAt('foreign', others, others.own.company),
    await movedPlace('moved in', shops, [other, own]),
    await movedPlace('moved away', shops, [own, other]),
  ];
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
    { name: 'admin', caller: await createAdmin(api), rightsAt: EVERYTHING, role: 'admin' },
    { name: 'root', caller: await createUser(api, { role: 'root' }), rightsAt: EVERYTHING, role: 'root' },
  ];
}

flow(
  'every call at every place is answered as the roles and scopes declare',
  async () => {
    expect(MATRIX_CALLS.map(({ name }) => name).sort()).toEqual(Object.keys(MATRIX_INPUTS).sort());
    const { calls, wrong } = await findWrongAnswers(api, actors, places);
    expect(calls).toBe(actors.length * places.length * MATRIX_CALLS.length);
    expect(wrong).toEqual([]);
  },
  120_000,
);

flow('every call of the api is closed to those whom its declaration does not name', async () => {
  const { routes, calls, wrong } = await findOpenCalls(api, actors);
  expect(routes).toBeGreaterThan(200);
  expect(calls).toBeGreaterThan(4_000);
  expect(wrong).toEqual([]);
});

flow(
  'a console may subscribe to the devices of those places at which its person reads, and a key connects not at all',
  async () => {
    const wrong = [];
    for (const actor of actors.filter(({ caller }) => caller !== null)) {
      const allowed = await subscriptionsOf(actor);
      for (const { name, serial } of places) {
        const isReader = actor.scopes === undefined && hasRight(actor.rightsAt(name), 'read');
        for (const filter of filters.readByConsole(serial))
          if (allowed(filter) !== isReader) wrong.push(`${actor.name} at ${name}: ${filter}`);
        if (allowed(topics.configDesired(serial))) wrong.push(`${actor.name} at ${name}: the desired configuration`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

/** What the access list of a console of this actor allows. */
async function subscriptionsOf({ caller, scopes }: MatrixActor): Promise<(filter: string) => boolean> {
  const key = caller?.key ?? '';
  // A program has no id that it knows; its key is tried with that of its account.
  const account = scopes ? await accountOf(key) : ((caller as { id?: number } | null)?.id ?? 0);
  const login = { clientid: consoleClientId(account, 'matrix'), username: String(account), password: key };
  const { body } = await api.internal.call(brokerAccessHttp.authenticate, { key: SERVICE_SECRET }, login);
  const rights = compileAcl(body.result === 'allow' ? (body.acl ?? []) : []);
  return (filter) => rights.allowed('subscribe', filter);
}

async function accountOf(key: string): Promise<number> {
  const hash = hashKey(key);
  const row = await api.db.selectFrom('api_keys').select('user_id').where('key_hash', '=', hash).executeTakeFirst();
  return row?.user_id ?? 0;
}
