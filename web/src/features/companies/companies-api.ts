import { companiesHttp, type MainCompany } from '@belfry/schemas/http/companies/companies';
import {
  companyChangesHttp,
  type addCompanyBodySchema,
  type addMainCompanyBodySchema,
  type editCompanyBodySchema,
} from '@belfry/schemas/http/companies/changes';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callReading, reading } from '../../lib/api/call.ts';
import { readableNodeInfoSchema, readableNodeSchema } from '../../lib/api/readable-devices.ts';

export type AddCompany = z.input<typeof addCompanyBodySchema>;
export type EditCompany = z.input<typeof editCompanyBodySchema>;

type AddMain = z.input<typeof addMainCompanyBodySchema>;
/** A new tree has the zone of the browser unless it is said; its language comes from the browser's request. See TREE-8. */
const inBrowserZone = (body: AddMain): AddMain =>
  body.time_zone === undefined && body.time_zone_utc === undefined
    ? { ...body, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
    : body;

/** Add and duplicate answer the new id under either name; see TREE-14. */
const newIdSchema: z.ZodType<number> = z.union([
  z.object({ company_id: z.int() }).transform(({ company_id }) => company_id),
  z.object({ id: z.int() }).transform(({ id }) => id),
]);

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
    getCompanyInfo: build.query({
      ...reading(
        callFrom(companiesHttp.info, (company_id: number) => ({ company_id })),
        readableNodeInfoSchema,
      ),
      providesTags: (_info, _error, id) => ['Live', { type: 'Company', id }],
    }),
    addCompany: build.mutation({
      ...reading(call(companyChangesHttp.add), newIdSchema),
      invalidatesTags: (_id, error) => (error ? [] : ['Company']),
    }),
    addMainCompany: build.mutation({
      ...reading(callFrom(companyChangesHttp.addMain, inBrowserZone), newIdSchema),
      invalidatesTags: (_id, error) => (error ? [] : [LIST]),
    }),
    /** Any node; what is absent stays. */
    editCompany: build.mutation({
      ...callReading(companyChangesHttp.edit, readableNodeInfoSchema),
      invalidatesTags: (_done, error) => (error ? [] : ['Company', 'Group']),
    }),
    /** A node with its subtree; members of groups show the address of their new company. */
    moveCompany: build.mutation({
      ...callReading(companyChangesHttp.move, readableNodeInfoSchema),
      invalidatesTags: (_info, error) => (error ? [] : ['Company', 'Group']),
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

const { compare: compareText } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Ordered = Pick<MainCompany, 'name' | 'subcompany_count'>;
/** The most nested companies first, then by name; see TREE-12. */
export const byNestedThenName = (one: Ordered, other: Ordered): number =>
  other.subcompany_count - one.subcompany_count || compareText(one.name, other.name);

/** Companies with the text in name or description, case-insensitively; see TREE-19. */
export function searchCompanies<C extends Pick<MainCompany, 'name' | 'description'>>(companies: C[], q: string): C[] {
  const needle = q.trim().toLocaleLowerCase();
  if (needle === '') return companies;
  return companies.filter(({ name, description }) =>
    [name, description ?? ''].some((text) => text.toLocaleLowerCase().includes(needle)),
  );
}
