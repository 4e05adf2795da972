import { useMemo } from 'react';
import type { Action } from '@belfry/schemas/domain/actions';
import { useMayAt } from '../teams/teams-api.ts';
import { allowedNodes, type TargetNode, type TargetOwner, type TargetOwners } from './targets.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useChoiceSearch } from '../../lib/use-choice-search.ts';
import { companiesHttp, type CompanyNode } from '@belfry/schemas/http/companies/companies';
import { errorEnvelopeSchema } from '@belfry/schemas/http/errors';
import { userSchema, usersAdminHttp, type User } from '@belfry/schemas/http/users/admin';
import { z } from 'zod';
import { readUserKey } from '../../lib/session/session-store.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { askFor, call, callFrom, callReading, reading, acceptNotFound } from '../../lib/api/call.ts';
import { readableNodeSchema } from '../../lib/api/readable-devices.ts';

/** The nodes at which the signed-in person may perform the action; see `allowedNodes`. */
export function useAllowedNodes(
  nodes: readonly TargetNode[] | undefined,
  action: Action,
): readonly TargetNode[] | undefined {
  const allowed = useMayAt(action);
  return useMemo(() => nodes && allowedNodes(nodes, allowed), [nodes, allowed]);
}

type Choice = Pick<TargetOwners, 'choice' | 'onChoose'>;

function useTargetOwners({ choice, onChoose }: Choice): TargetOwners {
  const { q, opened, isTyping, onSearch, onOpened } = useChoiceSearch();
  const { data: matches = [], isFetching } = useFindTargetOwnersQuery(q, { skip: !opened });
  return { choice, matches, searching: isTyping || isFetching, onSearch, onOpened, onChoose };
}

/** The owners to choose from, of whom the address names the chosen one. */
export function useAddressedOwner(owner: number | undefined, onChoose: TargetOwners['onChoose']): TargetOwners {
  const { data } = useGetTargetOwnerQuery(owner ?? skipToken);
  const choice = owner === undefined ? null : { id: owner, label: data?.label ?? `#${owner}` };
  return useTargetOwners({ choice, onChoose });
}

/** How many people are offered for a search text. */
const PEOPLE_SHOWN = 20;

const FOUND_OR_NOT = { validateStatus: acceptNotFound };

/** Parents precede their children, as in the answers. */
function toTargetNodes(flat: readonly CompanyNode[]): TargetNode[] {
  const parents = new Set(flat.map(({ parent_company_id }) => parent_company_id));
  const byId = new Map<number, TargetNode>();
  for (const { company_id, user_id, name, parent_company_id, type } of flat) {
    const parent = parent_company_id === null ? undefined : byId.get(parent_company_id);
    byId.set(company_id, {
      company_id,
      owner: user_id,
      name,
      type,
      parent: parent?.company_id ?? null,
      ancestors: parent ? [...parent.ancestors, parent.company_id] : [],
      path: parent ? [parent.path, parent.name].filter(Boolean).join(' / ') : '',
      hasChildren: parents.has(company_id),
    });
  }
  return [...byId.values()];
}

const ownerOf = ({ id, name, email }: User): TargetOwner => ({ id, label: `${name} (${email})` });

const treeSchema = z.array(readableNodeSchema);

/** Answers of calls whose 404 is no failure. */
const ownerSchema: z.ZodType<TargetOwner | null> = z.union([
  userSchema.transform(ownerOf),
  errorEnvelopeSchema.transform(() => null),
]);
const targetsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTargetNodes: build.query<TargetNode[], void>({
      queryFn: async (_all, _api, _extra, ask) => {
        const mains = await askFor(ask, call(companiesHttp.listMain), {});
        if (mains.error) return { error: mains.error };
        const trees = await Promise.all(
          mains.data.map(({ company_id }) =>
            askFor(ask, callReading(companiesHttp.tree, treeSchema), { company_id, expandAll: true }),
          ),
        );
        const failed = trees.find(({ error }) => error);
        if (failed?.error) return { error: failed.error };
        return { data: toTargetNodes(trees.flatMap(({ data = [] }) => data)) };
      },
      providesTags: ['Live', 'Company'],
    }),
    findTargetOwners: build.query({
      ...callFrom(usersAdminHttp.list, (q: string) => ({
        q,
        page: 1,
        page_size: PEOPLE_SHOWN,
        sort: 'name' as const,
        admin_user_key: readUserKey(),
      })),
      transformResponse: (users: User[]) => users.map(ownerOf),
      providesTags: ['Live', 'User'],
    }),
    /** A person, for administrators; null where there is none. */
    getTargetOwner: build.query({
      ...reading(
        callFrom(usersAdminHttp.read, (userId: number) => ({ userId, admin_user_key: readUserKey() }), FOUND_OR_NOT),
        ownerSchema,
      ),
      providesTags: ['Live', 'User'],
    }),
  }),
});

export const { useGetTargetNodesQuery, useFindTargetOwnersQuery, useGetTargetOwnerQuery } = targetsApi;
