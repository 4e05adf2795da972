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
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callReading, reading } from '../../lib/api/call.ts';
import { readableNodeInfoSchema, readableNodeSchema } from '../../lib/api/readable-devices.ts';
import { companyTypeSchema } from '@belfry/schemas/domain/companies';

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
    /** The best matches among all companies, for administrators. */
    searchCompanies: build.query({ ...call(companiesHttp.search), providesTags: ['Company'] }),
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
  useSearchCompaniesQuery,
} = companiesApi;

/** The order of siblings: without regard to case, and with numbers in order; see TREE-12. */
const { compare } = new Intl.Collator('und', { numeric: true });

/** The list with another node, before the first sibling whose name is greater; the same list where its parent is missing. */
export function withNode(nodes: Nodes, node: CompanyNode): Nodes {
  const parent = nodes.findIndex(({ company_id }) => company_id === node.parent_company_id);
  if (parent < 0 || nodes.some(({ company_id }) => company_id === node.company_id)) return nodes;
  const next = nodes.findIndex(
    ({ parent_company_id, name }) => parent_company_id === node.parent_company_id && compare(name, node.name) > 0,
  );
  return nodes.toSpliced(next < 0 ? nodes.length : next, 0, node);
}

/** The list with a changed node, which takes its place among its siblings; the same list where it is missing. */
export function withChange(nodes: Nodes, changed: Partial<CompanyNode> & Pick<CompanyNode, 'company_id'>): Nodes {
  const before = nodes.find(({ company_id }) => company_id === changed.company_id);
  if (!before) return nodes;
  const known = Object.entries(changed).filter(([key, value]) => key in before && value !== undefined);
  const node = { ...before, ...Object.fromEntries(known) };
  if (node.name === before.name && node.parent_company_id === before.parent_company_id) {
    return nodes.map((each) => (each === before ? node : each));
  }
  const others = nodes.filter((each) => each !== before);
  const placed = withNode(others, node);
  // A main company has no parent.
  return placed === others ? nodes.map((each) => (each === before ? node : each)) : placed;
}

type NewNode = { name: string; parent_company_id?: unknown; type?: number | string | undefined; zipCode?: unknown };

/** The node that a request has created below a parent, as the tree will contain it. */
export function nodeOfRequest(
  company_id: number,
  body: NewNode & Record<string, unknown>,
  parent: CompanyNode,
): CompanyNode {
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  return {
    company_id,
    parent_company_id: parent.company_id,
    user_id: parent.user_id,
    name: body.name.trim(),
    description: text(body['description']),
    type: companyTypeSchema.catch('Element').parse(body.type),
    continent: text(body['continent']),
    country: text(body['country']),
    city: text(body['city']),
    street: text(body['street']),
    house: text(body['house']),
    zip: text(body['zip'] ?? body.zipCode),
    device_type: (body['device_type'] as CompanyNode['device_type'] | undefined) ?? null,
    serial: null,
    status: null,
    emblem: text(body['emblem']),
    coordinates: (body['coordinates'] as CompanyNode['coordinates'] | undefined) ?? null,
  };
}

const { compare: compareText } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Ordered = Pick<MainCompany, 'name' | 'subcompany_count'>;
/** The most nested companies first, then by name; see TREE-12. */
export const byNestedThenName = (one: Ordered, other: Ordered): number =>
  other.subcompany_count - one.subcompany_count || compareText(one.name, other.name);

/** Companies with the text in name or description, case-insensitively; see TREE-19. */
export function searchCompanies<C extends Pick<MainCompany, 'name' | 'description'>>(companies: C[], q: string): C[] {
  const wanted = q.trim().toLocaleLowerCase();
  if (wanted === '') return companies;
  return companies.filter(({ name, description }) =>
    [name, description ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
}
