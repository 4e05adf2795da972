import type { CompanyInfo, CompanyNode, MainCompany } from '@belfry/schemas/http/companies/companies';
import type {
  addCompanyBodySchema,
  addMainCompanyBodySchema,
  editCompanyBodySchema,
  moveCompanyBodySchema,
} from '@belfry/schemas/http/companies/changes';
import { original } from '@reduxjs/toolkit';
import type { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { nodeOfRequest, withChange, withNode } from '../../lib/nodes/company-nodes.ts';
import { byNestedThenName } from '../../lib/nodes/company-order.ts';

export type AddCompany = z.input<typeof addCompanyBodySchema>;
export type AddMainCompany = z.input<typeof addMainCompanyBodySchema>;
export type EditCompany = z.input<typeof editCompanyBodySchema>;
export type MoveCompany = z.input<typeof moveCompanyBodySchema>;
/** One node; `user_id` is its owner where that is another user; see AUTH-3. */
export type CompanyRef = { company_id: number; user_id?: number };

/** Add and duplicate answer the new id under either name; see TREE-14. */
type IdAnswer = { company_id: number } | { id: number };
const idOf = (answer: IdAnswer): number => ('company_id' in answer ? answer.company_id : answer.id);

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

/** Another server may answer without the node. */
const changing =
  (info: CompanyInfo | null): Patch =>
  (nodes) =>
    info?.company_id === undefined ? nodes : withChange(nodes, info);

/** An error is shown where the request was sent. */
const whenDone = <T>(fulfilled: Promise<{ data: T }>, work: (data: T) => void): Promise<void> =>
  fulfilled.then(({ data }) => work(data)).catch(() => undefined);

/** The tag of the list alone; `companies_changed` invalidates every entry of the type. */
const LIST = { type: 'Company', id: 'LIST' } as const;

export const companiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /company/main/companies: the user's own main companies, by the number of nested ones. */
    getMainCompanies: build.query<MainCompany[], void>({
      query: () => '/company/main/companies',
      transformResponse: (companies: MainCompany[]) => companies.toSorted(byNestedThenName),
      providesTags: ['Live', LIST],
    }),
    /** POST /company/tree: the whole tree below a main company, itself first, as a flat list (parents before children). */
    getCompanyTree: build.query<CompanyNode[], number>({
      query: (company_id) => ({ url: '/company/tree', method: 'POST', body: { company_id, expandAll: true } }),
      providesTags: (_nodes, _error, id) => ['Live', { type: 'Company', id }],
    }),
    /** POST /company/info: one node with its settings. */
    getCompanyInfo: build.query<CompanyInfo, number>({
      query: (company_id) => ({ url: '/company/info', method: 'POST', body: { company_id } }),
      providesTags: (_info, _error, id) => ['Live', { type: 'Company', id }],
    }),
    /** POST /company/add: below a parent; answers the new company_id. */
    addCompany: build.mutation<number, AddCompany>({
      query: (body) => ({ url: '/company/add', method: 'POST', body }),
      transformResponse: idOf,
      invalidatesTags: (_id, error) => (error ? [] : ['Company']),
      onQueryStarted: (body, api) => whenDone(api.queryFulfilled, (id) => patchTrees(api, adding(id, body))),
    }),
    /** POST /company/main/add: answers the new company_id. */
    addMainCompany: build.mutation<number, AddMainCompany>({
      query: (body) => ({ url: '/company/main/add', method: 'POST', body }),
      transformResponse: idOf,
      invalidatesTags: (_id, error) => (error ? [] : [LIST]),
    }),
    /** PUT /company: any node; what is absent stays. */
    editCompany: build.mutation<CompanyInfo, EditCompany>({
      query: (body) => ({ url: '/company', method: 'PUT', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Company', 'Group']),
      onQueryStarted: (_body, api) => whenDone(api.queryFulfilled, (info) => patchTrees(api, changing(info))),
    }),
    /** PUT /company/move: a node with its subtree; members of groups show the address of their new company. */
    moveCompany: build.mutation<CompanyInfo, MoveCompany>({
      query: (body) => ({ url: '/company/move', method: 'PUT', body }),
      invalidatesTags: (_info, error) => (error ? [] : ['Company', 'Group']),
      onQueryStarted: (_body, api) => whenDone(api.queryFulfilled, (info) => patchTrees(api, changing(info))),
    }),
    /** DELETE /company/delete: a node of a tree, without children; the serial of a device node is unbound with it. */
    deleteCompany: build.mutation<unknown, CompanyRef>({
      query: (body) => ({ url: '/company/delete', method: 'DELETE', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Company', 'Group', 'DeviceList']),
    }),
    /** DELETE /company/delete of a main company. Only the list is refetched, because its tree no longer exists. */
    deleteMainCompany: build.mutation<unknown, CompanyRef>({
      query: (body) => ({ url: '/company/delete', method: 'DELETE', body }),
      invalidatesTags: (_done, error) => (error ? [] : [LIST]),
    }),
    /** POST /company/duplicate: the whole tree without device bindings; answers the new company_id. */
    duplicateCompany: build.mutation<number, CompanyRef>({
      query: (body) => ({ url: '/company/duplicate', method: 'POST', body }),
      transformResponse: idOf,
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
