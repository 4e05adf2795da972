import {
  companiesHttp,
  type CompanyInfo,
  type CompanyNode,
  type MainCompany,
} from '@belfry/schemas/http/companies/companies';
import {
  companyChangesHttp,
  type addCompanyBodySchema,
  type editCompanyBodySchema,
} from '@belfry/schemas/http/companies/changes';
import { original } from '@reduxjs/toolkit';
import { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { call, callFrom, callReading, reading } from '../base/call.ts';
import { readableNodeInfoSchema, readableNodeSchema } from '../devices/readable-devices.ts';
import { nodeOfRequest, withChange, withNode } from '../../lib/nodes/company-nodes.ts';
import { byNestedThenName } from '../../lib/nodes/company-order.ts';

export type AddCompany = z.input<typeof addCompanyBodySchema>;
export type EditCompany = z.input<typeof editCompanyBodySchema>;

/** Add and duplicate answer the new id under either name; see TREE-14. */
const newIdSchema: z.ZodType<number> = z.union([
  z.object({ company_id: z.int() }).transform(({ company_id }) => company_id),
  z.object({ id: z.int() }).transform(({ id }) => id),
]);

type Nodes = readonly CompanyNode[];
type Patch = (nodes: Nodes) => Nodes;
type Started = { dispatch: (action: never) => unknown; getState: () => unknown };

/** Changes the loaded trees at once; the reload that follows then changes nothing. */
function patchTrees({ dispatch, getState }: Started, patch: Patch): void {
  const { selectCachedArgsForQuery, updateQueryData } = companiesApi.util;
  for (const id of selectCachedArgsForQuery(getState() as never, 'getCompanyTree')) {
    const update = updateQueryData('getCompanyTree', id, (draft) => {
      const before = original(draft) ?? draft;
      const after = patch(before);
      return after === before ? undefined : ([...after] as CompanyNode[]);
    });
    dispatch(update as never);
  }
}

const adding =
  (id: number, body: AddCompany): Patch =>
  (nodes) => {
    const parent = nodes.find(({ company_id }) => company_id === Number(body.parent_company_id));
    const node = parent && nodeOfRequest(id, body, parent);
    // The device of a device node is bound by another request, after which the tree is loaded with both.
    return node && node.type !== 'Device' ? withNode(nodes, node) : nodes;
  };

const changing =
  (info: CompanyInfo): Patch =>
  (nodes) =>
    withChange(nodes, info);

/** An error is shown where the request was sent. */
const whenDone = <T>(fulfilled: Promise<{ data: T }>, work: (data: T) => void): Promise<void> =>
  fulfilled.then(({ data }) => work(data)).catch(() => undefined);

/** The tag of the list alone; `companies_changed` invalidates every entry of the type. */
const LIST = { type: 'Company', id: 'LIST' } as const;

export const companiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The user's own main companies, by the number of nested ones. */
    getMainCompanies: build.query({
      ...call(companiesHttp.listMain),
      transformResponse: (companies: MainCompany[]) => companies.toSorted(byNestedThenName),
      providesTags: ['Live', LIST],
    }),
    /** The whole tree below a main company, itself first, as a flat list (parents before children). */
    getCompanyTree: build.query({
      ...reading(
        callFrom(companiesHttp.tree, (company_id: number) => ({ company_id, expandAll: true })),
        z.array(readableNodeSchema),
      ),
      providesTags: (_nodes, _error, id) => ['Live', { type: 'Company', id }],
    }),
    /** One node with its settings. */
    getCompanyInfo: build.query({
      ...reading(
        callFrom(companiesHttp.info, (company_id: number) => ({ company_id })),
        readableNodeInfoSchema,
      ),
      providesTags: (_info, _error, id) => ['Live', { type: 'Company', id }],
    }),
    /** Below a parent; answers the new company_id. */
    addCompany: build.mutation({
      ...reading(call(companyChangesHttp.add), newIdSchema),
      invalidatesTags: (_id, error) => (error ? [] : ['Company']),
      onQueryStarted: (body, api) => whenDone(api.queryFulfilled, (id) => patchTrees(api, adding(id, body))),
    }),
    /** Answers the new company_id. */
    addMainCompany: build.mutation({
      ...reading(call(companyChangesHttp.addMain), newIdSchema),
      invalidatesTags: (_id, error) => (error ? [] : [LIST]),
    }),
    /** Any node; what is absent stays. */
    editCompany: build.mutation({
      ...callReading(companyChangesHttp.edit, readableNodeInfoSchema),
      invalidatesTags: (_done, error) => (error ? [] : ['Company', 'Group']),
      onQueryStarted: (_body, api) => whenDone(api.queryFulfilled, (info) => patchTrees(api, changing(info))),
    }),
    /** A node with its subtree; members of groups show the address of their new company. */
    moveCompany: build.mutation({
      ...callReading(companyChangesHttp.move, readableNodeInfoSchema),
      invalidatesTags: (_info, error) => (error ? [] : ['Company', 'Group']),
      onQueryStarted: (_body, api) => whenDone(api.queryFulfilled, (info) => patchTrees(api, changing(info))),
    }),
    /** A node of a tree, without children; the serial of a device node is unbound with it. */
    deleteCompany: build.mutation({
      ...call(companyChangesHttp.remove),
      invalidatesTags: (_done, error) => (error ? [] : ['Company', 'Group', 'DeviceList']),
    }),
    /** A main company. Only the list is refetched, because its tree no longer exists. */
    deleteMainCompany: build.mutation({
      ...call(companyChangesHttp.remove),
      invalidatesTags: (_done, error) => (error ? [] : [LIST]),
    }),
    /** The whole tree without device bindings; answers the new company_id. */
    duplicateCompany: build.mutation({
      ...reading(call(companyChangesHttp.duplicate), newIdSchema),
      invalidatesTags: (_id, error) => (error ? [] : [LIST]),
    }),
  }),
});

export const {
  useGetMainCompaniesQuery,
  useGetCompanyTreeQuery,
  useGetCompanyInfoQuery,
  useAddCompanyMutation,
  useAddMainCompanyMutation,
  useEditCompanyMutation,
  useMoveCompanyMutation,
  useDeleteCompanyMutation,
  useDeleteMainCompanyMutation,
  useDuplicateCompanyMutation,
} = companiesApi;
