import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** The serials of a list in several ways, which must be the same: whole, as pages in different orders, and with a filter. */
async function listed(user: TestUser): Promise<string[]> {
  const serialsIn = async (query: object): Promise<string[]> => {
    const { body, headers } = await api.call(devicesHttp.listOwn, user, query);
    // Totals are kept for a second, but not beyond a change.
    expect(Number(headers.get('x-total-count') ?? body.length)).toBe(body.length);
    return body.map(({ serial }) => serial).sort();
  };
  const whole = await serialsIn({});
  for (const query of [{ sort: 'serial' }, { sort: '-last_seen' }, { sort: '-created_at', mode: 'active' }])
    expect(await serialsIn({ page: 1, page_size: 48, ...query })).toEqual(whole);
  return whole;
}

flow('the devices that a member lists follow bindings, moves and memberships at the device itself', async () => {
  const { owner, own, other } = await createShops(api);
  const member = await createMember(api, owner, own.company, { role: 'viewer' });
  const [first, second, mine] = [
    await createDevice(api, { user_id: owner.id }),
    await createDevice(api, { user_id: owner.id }),
    await createDevice(api, { user_id: member.id }),
  ].map(({ serial }) => serial) as [string, string, string];
  const bind = (serial: string, { company_id }: { company_id: number }) =>
    success(api.call(bindingHttp.bind, owner, { serial, company_id }));
  const moveOwnNode = ({ company_id }: { company_id: number }) =>
    success(
      api.call(companyChangesHttp.move, owner, { company_id: own.node.company_id, parent_company_id: company_id }),
    );
  const expectListed = async (...serials: string[]) => expect(await listed(member)).toEqual(serials.sort());

  await expectListed(mine);
  await bind(first, own.node);
  await bind(second, other.node);
  await expectListed(mine, first);
  await moveOwnNode(other.company);
  await expectListed(mine);
  await moveOwnNode(own.company);
  await expectListed(mine, first);
  const member_id = await makeMember(api, owner, other.node, { user: member, role: 'viewer' });
  await expectListed(mine, first, second);
  // Twice member of what is above and of the device itself: listed once.
  await makeMember(api, owner, own.node, { user: member, role: 'technician' });
  await expectListed(mine, first, second);
  await success(api.call(bindingHttp.unbind, owner, { serial: first }));
  await expectListed(mine, second);
  await success(api.call(teamsHttp.end, owner, { member_id }));
  await expectListed(mine);
});
