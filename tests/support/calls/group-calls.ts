import type { Group, GroupElement } from '@belfry/schemas/http/devices/groups';
import type { TestApi } from '../api.ts';
import { createCompany, type TestUser } from '../factories.ts';

type GroupAnswer = Group & { error?: string };

/** The calls of groups, by the owner unless another user is given. `current` returns the api and the owner of this test. */
export function groupCalls(current: () => { api: TestApi; owner: TestUser }) {
  const keyOf = (user?: Pick<TestUser, 'key'>): string => (user ?? current().owner).key;
  return {
    createByCall: (body: object, user?: TestUser) =>
      current().api.post<GroupAnswer>('/api/group/new', { key: keyOf(user), body }),
    list: async (user?: TestUser) => (await current().api.get<Group[]>('/api/group/list', { key: keyOf(user) })).body,
    elements: ({ id }: { id: number }, user?: TestUser) =>
      current().api.get<GroupElement[]>(`/api/group/list/${id}/elements`, { key: keyOf(user) }),
    add: ({ id }: { id: number }, devices: unknown[], user?: TestUser) =>
      current().api.post<{ added: number; skipped: number; error?: string }>(`/api/group/add/${id}`, {
        key: keyOf(user),
        body: { devices },
      }),
    /** A company in Riga with so many device nodes below it. */
    async devicesOf(user: TestUser, count: number) {
      const { api } = current();
      const main = await createCompany(api, { user_id: user.id });
      const company = await createCompany(api, { below: main, type: 'Company', city: 'Riga', street: 'Brīvības' });
      const nodes = [];
      for (let n = 1; n <= count; n += 1)
        nodes.push(await createCompany(api, { below: company, name: `Speaker ${n}` }));
      return { main, company, nodes, ids: nodes.map(({ company_id }) => company_id) };
    },
  };
}
