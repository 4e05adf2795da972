import { NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { TEAM_LIMITS, teamsHttp } from '@belfry/schemas/http/teams/members';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let device: TestDevice;
let elsewhere: TestDevice;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  device = await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  elsewhere = await createDevice(api, { user_id: chain.owner.id, company_id: chain.other.node.company_id });
});

const ids = (body: { company_id: number }[]): number[] => body.map(({ company_id }) => company_id);

flow('a member whose time is over is listed no longer', async () => {
  const { company_id } = chain.own.company;
  const viewer = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
  const listed = async () =>
    (await api.call(teamsHttp.list, chain.owner, { company_id })).body.map(({ user_id }) => user_id);
  expect(await listed()).toContain(viewer.id);
  const expires_at = new Date(Date.now() - 1_000);
  await api.db.updateTable('memberships').set({ expires_at }).where('user_id', '=', viewer.id).execute();
  expect(await listed()).not.toContain(viewer.id);
});

describe('a viewer of one shop', () => {
  flow('finds its tree and devices, and nothing of the other shop', async () => {
    const viewer = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
    expect(ids((await api.call(companiesHttp.listMain, viewer)).body)).toEqual([chain.own.company.company_id]);
    const tree = await api.call(companiesHttp.tree, viewer, { company_id: chain.own.company.company_id });
    expect(ids(tree.body)).toEqual([chain.own.company.company_id, chain.own.node.company_id]);
    for (const { company_id } of [chain.main, chain.other.company, chain.other.node])
      expect((await api.call(companiesHttp.info, viewer, { company_id })).status).toBe(404);
    const listed = await api.call(devicesHttp.listOwn, viewer);
    expect(listed.body.map(({ serial }) => serial)).toEqual([device.serial]);
    expect((await api.call(devicesHttp.info, viewer, { device: device.serial })).status).toBe(200);
    expect((await api.call(devicesHttp.info, viewer, { device: elsewhere.serial })).status).toBe(404);
    expect((await api.call(metricsHttp.newest, viewer, { serial: elsewhere.serial })).status).toBe(404);
  });

  flow('searches nodes without learning the name of the company above', async () => {
    const viewer = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
    const { body } = await api.call(companiesHttp.search, viewer, { q: 'Shop' });
    expect(body.map(({ name, main_company_name }) => [name, main_company_name])).toEqual([
      ['Shop 12', null],
      ['Speaker of Shop 12', null],
    ]);
  });

  flow('changes nothing', async () => {
    const viewer = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
    const { company_id } = chain.own.company;
    expect((await api.call(companyChangesHttp.edit, viewer, { company_id, name: 'Mine' })).status).toBe(403);
    const settings = { reboot_at_night: true };
    expect((await api.call(configurationHttp.save, viewer, { serial: device.serial, ...settings })).status).toBe(403);
    expect((await api.call(teamsHttp.list, viewer, { company_id })).status).toBe(403);
  });
});

describe('a manager of one shop', () => {
  flow('changes what is in the branch, and not the branch itself', async () => {
    const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
    const { company_id } = chain.own.company;
    const added = await api.call(companyChangesHttp.add, manager, { name: 'Till', parent_company_id: company_id });
    expect(added.status).toBe(201);
    const stored = await api.call(companiesHttp.info, chain.owner, { company_id: added.body.company_id });
    expect(stored.body).toMatchObject({ name: 'Till', user_id: chain.owner.id });
    expect((await api.call(companyChangesHttp.duplicate, manager, { company_id })).status).toBe(403);
    expect((await api.call(companyChangesHttp.remove, manager, { company_id })).status).toBe(403);
    expect((await api.call(companyChangesHttp.remove, manager, { company_id: added.body.company_id })).status).toBe(
      204,
    );
  });

  flow('sees who has access from where, and gives no more than they have', async () => {
    const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
    const colleague = await createUser(api);
    const { company_id } = chain.own.company;
    const above = await createMember(api, chain.owner, chain.main, { role: 'technician' });
    const granted = { company_id, email: colleague.email, role: 'announcer' as const };
    expect((await api.call(teamsHttp.add, manager, { ...granted, may_emergency: true })).status).toBe(403);
    await makeMember(api, manager, { company_id }, { user: colleague, role: 'announcer' });
    expect((await api.call(teamsHttp.add, manager, granted)).status).toBe(409);
    expect((await api.call(teamsHttp.add, manager, { ...granted, company_id: chain.main.company_id })).status).toBe(
      404,
    );
    const { body } = await api.call(teamsHttp.list, manager, { company_id });
    expect(body.find(({ user_id }) => user_id === above.id)).toMatchObject({
      source_company_id: chain.main.company_id,
      source_name: null,
      role: 'technician',
    });
    expect(body.find(({ user_id }) => user_id === colleague.id)).toMatchObject({ source_name: 'Shop 12' });
  });
});

flow(
  'what somebody has access to is found by whoever manages them there, and by administrators also where it is nothing',
  async () => {
    const [admin, root, nobody] = [
      await createAdmin(api),
      await createUser(api, { role: 'root' }),
      await createUser(api),
    ];
    const viewer = await createMember(api, chain.owner, chain.other.company, { role: 'viewer' });
    const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
    const accessOf = async (caller: TestUser, { id }: { id: number }) => {
      const { status, body } = await api.call(accessHttp.access, caller, { user_id: id });
      return status === 200 ? body.map(({ company_name, role }) => `${company_name}: ${role}`) : status;
    };
    for (const caller of [admin, chain.owner]) expect(await accessOf(caller, viewer)).toEqual(['Shop 13: viewer']);
    expect(await accessOf(admin, nobody)).toEqual([]);
    for (const caller of [chain.owner, manager]) expect(await accessOf(caller, nobody)).toBe(404);
    expect(await accessOf(manager, viewer)).toBe(404);
    for (const hidden of [root, { id: 2_000_000_000 }]) expect(await accessOf(admin, hidden)).toBe(404);
  },
);

/** A new organisation with as many nodes. */
async function organisationOf(count: number) {
  const owner = await createUser(api);
  const main = await createCompany(api, { user_id: owner.id });
  const nodes = [];
  for (let n = 0; n < count; n += 1) nodes.push((await createCompany(api, { below: main })).company_id);
  return { owner, nodes };
}

flow('an element, an organisation and a person each have their own limit of memberships', async () => {
  const { membersOfNode, membersOfOrganisation, membershipsOfPerson } = TEAM_LIMITS;
  const { owner, nodes } = await organisationOf(1 + membersOfOrganisation / membersOfNode);
  const [full = 0, next = 0, ...others] = nodes;
  const crowd = `@members-${owner.id}.test`;
  await sql`
    insert into users (name, email, password_hash, role)
    select 'Member ' || n, n || ${crowd}::text, 'none', 'user' from generate_series(1, ${membersOfNode}::int) n`.execute(
    api.db,
  );
  const fill = (company_ids: readonly number[]) =>
    sql`
      insert into memberships (company_id, user_id, role, rights)
      select company_id, id, 'viewer', ${rightsOfRole('viewer', { mayEmergency: false })}::int
      from unnest(${company_ids}::int[]) company_id, users where email like '%' || ${crowd}::text`.execute(api.db);
  const add = async (company_id: number, user: TestUser) => {
    const invited = await api.call(teamsHttp.add, owner, { company_id, email: user.email, role: 'viewer' });
    expect(invited.status).toBe(201);
    const { invitation_id } = invited.body;
    const { status, body } = await api.call(ownInvitationsHttp.accept, user, { invitation_id });
    return status === 200 ? 'added' : body.error;
  };
  await fill([full]);
  expect(await add(full, await createUser(api))).toBe(`An element has ${membersOfNode} members at most`);
  expect(await add(next, await createUser(api))).toBe('added');

  const busy = await createUser(api);
  const elsewhere = await organisationOf(membershipsOfPerson / NODE_ROLES.length);
  await sql`
    insert into memberships (company_id, user_id, role, rights)
    select company_id, ${busy.id}::int, role, 1 from unnest(${elsewhere.nodes}::int[]) company_id, unnest(${NODE_ROLES}::text[]) role`.execute(
    api.db,
  );
  expect(await add(next, busy)).toBe(`A person is member of ${membershipsOfPerson} elements at most`);

  await fill(others);
  expect(await add(next, await createUser(api))).toBe(`An organisation has ${membersOfOrganisation} members at most`);
});

describe('a membership', () => {
  flow.for(NODE_ROLES)('as %s is among the rights of its person', async (role) => {
    const user = await createMember(api, chain.owner, chain.own.company, { role });
    const { company_id } = chain.own.company;
    expect((await api.call(accessHttp.rights, user)).body).toEqual([
      { company_id, role, may_emergency: false, expires_at: null, source_company_id: company_id },
    ]);
  });

  flow('is changed by two people only with what they have seen', async () => {
    const user = await createUser(api);
    const member_id = await makeMember(api, chain.owner, chain.own.company, { user, role: 'viewer' });
    const first = await api.call(teamsHttp.change, chain.owner, { member_id, role: 'planner', revision: 1 });
    expect(first.body).toMatchObject({ role: 'planner', revision: 2 });
    const second = await api.call(teamsHttp.change, chain.owner, { member_id, role: 'technician', revision: 1 });
    expect(second).toMatchObject({ status: 409, body: { code: 'edit_conflict', current: { role: 'planner' } } });
  });

  flow('ends with its deletion, with its instant, and by its own person', async () => {
    const { company_id } = chain.own.company;
    const sees = async (user: TestUser) => (await api.call(companiesHttp.info, user, { company_id })).status === 200;
    const [deleted, leaving] = [await createUser(api), await createUser(api)];
    const member_id = await makeMember(api, chain.owner, chain.own.company, { user: deleted, role: 'viewer' });
    expect(await sees(deleted)).toBe(true);
    expect((await api.call(teamsHttp.end, chain.owner, { member_id })).status).toBe(204);
    expect(await sees(deleted)).toBe(false);
    const own = await makeMember(api, chain.owner, chain.own.company, { user: leaving, role: 'viewer' });
    expect((await api.call(teamsHttp.end, deleted, { member_id: own })).status).toBe(404);
    expect((await api.call(teamsHttp.end, leaving, { member_id: own })).status).toBe(204);
    expect(await sees(leaving)).toBe(false);
    const short = await createUser(api);
    const expires_at = new Date(Date.now() + 1_500).toISOString();
    await makeMember(api, chain.owner, chain.own.company, { user: short, role: 'viewer', expires_at });
    expect(await sees(short)).toBe(true);
    await expect.poll(() => sees(short), { timeout: 5_000 }).toBe(false);
  });

  flow('moves with its branch, and rights from above change with the place', async () => {
    const shops = await createShops(api);
    const user = await createMember(api, shops.owner, shops.own.company, { role: 'viewer' });
    const target = shops.other.company.company_id;
    const element = { company_id: shops.own.node.company_id, parent_company_id: target };
    expect((await api.call(companiesHttp.info, user, { company_id: element.company_id })).status).toBe(200);
    expect((await api.call(companyChangesHttp.move, shops.owner, element)).status).toBe(200);
    expect((await api.call(companiesHttp.info, user, { company_id: element.company_id })).status).toBe(404);
  });
});
