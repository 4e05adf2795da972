import type { TestApi } from '../api.ts';
import type { TestUser } from '../factories.ts';
import type { HttpClient } from '../http-client.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

/** The calls that create nodes, by the owner unless another user is given. `current` returns the api and the owner. */
export const nodeCalls = (current: () => { api: TestApi; owner: TestUser }) => ({
  duplicate: (company_id: number, { key }: TestUser, client: HttpClient = current().api) =>
    client.call(companyChangesHttp.duplicate, { key }, { company_id }),
  add: (parent_company_id: number, user: TestUser = current().owner) =>
    current().api.call(companyChangesHttp.add, user, { name: 'Room', parent_company_id }),
  /** The number of nodes that count against the limit of a user. */
  countOf: async ({ id }: TestUser): Promise<number> => {
    const counts = current().api.db.selectFrom('company_counts').select('nodes').where('user_id', '=', id);
    return (await counts.executeTakeFirst())?.nodes ?? 0;
  },
});
