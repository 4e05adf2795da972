import { auditHttp } from '@belfry/schemas/http/audit';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { expect } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

flow(
  'what a manager of a branch does with its people is in the audit of the owner, with place and person, and in that of the branch',
  async ({ lentApi: api }) => {
    const { owner, own, other } = await createShops(api);
    const manager = await createMember(api, owner, own.company, { role: 'manager' });
    const colleague = await createUser(api, { name: 'Ada Colleague' });
    const { company_id } = own.company;
    const member_id = await makeMember(api, manager, own.company, { user: colleague, role: 'viewer' });
    expect((await api.call(teamsHttp.change, manager, { member_id, role: 'announcer' })).status).toBe(200);
    expect((await api.call(teamsHttp.end, manager, { member_id })).status).toBe(204);
    const query = { company_id, actor: String(manager.id) };
    const { body } = await api.call(auditHttp.list, owner, query);
    expect(
      body.slice(0, 3).map(({ action, object_name, company_name }) => [action, object_name, company_name]),
    ).toEqual([
      ['member.end', 'Ada Colleague', 'Shop 12'],
      ['member.change', 'Ada Colleague', 'Shop 12'],
      ['member.invite', colleague.email, 'Shop 12'],
    ]);
    const seen = await api.call(auditHttp.list, manager, query);
    expect(seen.body.map(({ id }) => id)).toEqual(body.map(({ id }) => id));
    // The names above the place, as far as the reader may know them.
    expect([body[0]?.path, seen.body[0]?.path]).toEqual(['Chain', '']);
    const viewer = await createMember(api, owner, own.company, { role: 'viewer' });
    const elsewhere = await createMember(api, owner, other.company, { role: 'manager' });
    for (const reader of [viewer, elsewhere])
      expect((await api.call(auditHttp.list, reader, { company_id })).body).toEqual([]);
    expect(body[1]).toMatchObject({ before: { role: 'viewer' }, after: { role: 'announcer' } });
  },
);
