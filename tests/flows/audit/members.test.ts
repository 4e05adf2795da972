import { auditHttp } from '@belfry/schemas/http/audit';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { expect } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

flow(
  'what a manager of a branch does with its people is in the audit of the owner, with place and person',
  async ({ lentApi: api }) => {
    const { owner, own } = await createShops(api);
    const manager = await createMember(api, owner, own.company, { role: 'manager' });
    const colleague = await createUser(api, { name: 'Ada Colleague' });
    const { company_id } = own.company;
    const member_id = await makeMember(api, manager, own.company, { user: colleague, role: 'viewer' });
    expect((await api.call(teamsHttp.change, manager, { member_id, role: 'announcer' })).status).toBe(200);
    expect((await api.call(teamsHttp.end, manager, { member_id })).status).toBe(204);
    const { body } = await api.call(auditHttp.list, owner, { company_id, actor: String(manager.id) });
    const [ended, changed, ...before] = body.map(({ action, object_name, company_name }) => [
      action,
      object_name,
      company_name,
    ]);
    expect([ended, changed]).toEqual(
      ['member.end', 'member.change'].map((action) => [action, 'Ada Colleague', 'Shop 12']),
    );
    // The colleague has joined by themselves, as the manager had.
    expect(before.map(([action]) => action)).toEqual(['member.invite', 'member.add']);
    expect(body[1]).toMatchObject({ before: { role: 'viewer' }, after: { role: 'announcer' } });
  },
);
