import { ROLE_RIGHTS } from '@belfry/schemas/domain/rights';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { describe, expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
});

const seen = (
  reader: TestUser,
  { id }: TestUser,
  query: { company_id?: number; page?: number; page_size?: number } = {},
) => api.call(accessHttp.seen, reader, { user_id: id, ...query });

describe('what a member sees', () => {
  flow('is a tree whose rights are those of the member, with where they come from', async () => {
    const person = await createMember(api, chain.owner, chain.main, { role: 'technician' });
    await makeMember(api, chain.owner, chain.own.company, { user: person, role: 'announcer', may_emergency: true });
    const top = await seen(chain.owner, person);
    expect(top.body).toMatchObject({ user_id: person.id, total: 1 });
    expect(top.body.nodes).toMatchObject([
      { name: 'Chain', type: 'Main', has_children: true, rights: ['read', 'operate'] },
    ]);
    expect(top.body.rights.toSorted()).toEqual(['emergency', 'operate', 'read', 'read-texts', 'speak']);
    const shops = await seen(chain.owner, person, { company_id: chain.main.company_id });
    expect(shops.body.nodes.map(({ name, rights }) => [name, rights.includes('speak')])).toEqual([
      ['Shop 12', true],
      ['Shop 13', false],
    ]);
    expect(shops.body.nodes[0]?.sources).toMatchObject([
      { name: 'Chain', role: 'technician', may_emergency: false },
      { name: 'Shop 12', role: 'announcer', may_emergency: true },
    ]);
  });

  flow('is shown to a manager of a branch inside of it, without names above it', async () => {
    const person = await createMember(api, chain.owner, chain.main, { role: 'viewer' });
    const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
    const { body } = await seen(manager, person);
    expect(body.nodes.map(({ name, sources }) => [name, sources.map((source) => source.name)])).toEqual([
      ['Shop 12', [null]],
    ]);
    expect(body.rights).toEqual(ROLE_RIGHTS.viewer);
    expect((await seen(manager, person, { company_id: chain.main.company_id })).status).toBe(404);
    const below = await seen(manager, person, { company_id: chain.own.company.company_id });
    expect(below.body.nodes.map(({ name }) => name)).toEqual(['Speaker of Shop 12']);
  });

  flow('is 404 for whom one manages nowhere, and for everybody who manages nobody', async () => {
    const person = await createMember(api, chain.owner, chain.other.company, { role: 'planner' });
    const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
    const planner = await createMember(api, chain.owner, chain.main, { role: 'planner' });
    for (const reader of [manager, planner, person, await createUser(api)])
      expect((await seen(reader, person)).status).toBe(404);
    expect((await seen(chain.owner, { ...person, id: 2_000_000_000 })).status).toBe(404);
    expect((await seen(chain.owner, person, { company_id: chain.own.company.company_id })).status).toBe(404);
  });

  flow('has no node whose membership has ended', async () => {
    const person = await createUser(api);
    const member_id = await makeMember(api, chain.owner, chain.own.company, { user: person, role: 'viewer' });
    expect((await seen(chain.owner, person)).body.total).toBe(1);
    expect((await api.call(teamsHttp.end, chain.owner, { member_id })).status).toBe(204);
    expect((await seen(chain.owner, person)).status).toBe(404);
  });

  flow('has everything of an owner for administrators, and for nobody else', async () => {
    const admin = await createAdmin(api);
    const { body } = await seen(admin, chain.owner);
    expect(body.nodes).toMatchObject([{ name: 'Chain', sources: [] }]);
    expect(body.rights).toContain('members');
    expect((await seen(chain.owner, admin)).status).toBe(404);
    const root = await createUser(api, { role: 'root' });
    await createCompany(api, { user_id: root.id, name: 'Hidden' });
    expect((await seen(admin, root)).status).toBe(404);
  });

  flow('comes in pages', async () => {
    const main = await createCompany(api, { user_id: chain.owner.id, name: 'Many' });
    for (const name of ['One', 'Three', 'Two']) await createCompany(api, { below: main, type: 'Element', name });
    const person = await createMember(api, chain.owner, main, { role: 'viewer' });
    const page = await seen(chain.owner, person, { company_id: main.company_id, page: 2, page_size: 2 });
    expect([page.body.total, page.body.nodes.map(({ name }) => name)]).toEqual([3, ['Two']]);
    expect((await seen(chain.owner, person, { page_size: 10_000 })).status).toBe(400);
  });

  flow('gives the reader nothing of the member: they change what they could change before', async () => {
    const person = await createMember(api, chain.owner, chain.main, { role: 'manager' });
    const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
    expect((await seen(manager, person)).status).toBe(200);
    const { company_id } = chain.main;
    expect((await api.call(companyChangesHttp.edit, manager, { company_id, name: 'Mine' })).status).toBe(404);
  });
});
