import { idSchema } from '@belfry/schemas/domain/ids';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { companyNodeSchema, mainCompanySchema } from '@belfry/schemas/http/companies/companies';
import { deviceSchema, type Device } from '@belfry/schemas/http/devices/devices';
import { groupSchema } from '@belfry/schemas/http/groups';
import { errorEnvelopeSchema, type ErrorEnvelope } from '@belfry/schemas/http/errors';
import { z } from 'zod';
import { readUserKey } from '../../lib/session/session-store.ts';
import { baseApi } from '../base/base-api.ts';
import { acceptNotFound } from '../base/accept-not-found.ts';
import { lenient } from '../base/lenient.ts';
import { UNREADABLE_ANSWER } from '../base/unreadable-answer.ts';
import { ownerParameter } from './owner-parameter.ts';
import type { TargetOwner } from '../../lib/targets/target-sources.ts';
import type { TargetNode } from '../../lib/targets/targets.ts';

/** How many devices, or people, are offered for a search text. */
const DEVICES_SHOWN = 20;

/** `owner`: only the devices of this user; undefined: the user's own; null: all that the role may see. */
type DeviceSearch = { q: string; role: Role; owner: number | undefined | null };
type FoundDevice = Pick<Device, 'serial' | 'name'>;

/** The fields of the answers that are read. */
const mainCompaniesSchema = z.array(mainCompanySchema.pick({ company_id: true }).strip());
const treeNodeSchema = companyNodeSchema
  .pick({ company_id: true, name: true, parent_company_id: true, type: true })
  .strip();
type TreeNode = z.infer<typeof treeNodeSchema>;
const treesSchema = z.array(z.array(treeNodeSchema));
const namedSchema = z.object({ id: idSchema, name: z.string(), email: z.string() });
type Named = z.infer<typeof namedSchema>;
const groupsSchema = z.array(groupSchema.pick({ id: true, name: true }).strip());
const foundDevicesSchema = z.union([
  z.array(deviceSchema.pick({ serial: true, name: true }).strip()),
  errorEnvelopeSchema,
]);

/** Parents precede their children, as in the answers. */
function toTargetNodes(flat: readonly TreeNode[]): TargetNode[] {
  const parents = new Set(flat.map(({ parent_company_id }) => parent_company_id));
  const known = new Map<number, TargetNode>();
  for (const { company_id, name, parent_company_id, type } of flat) {
    const parent = parent_company_id === null ? undefined : known.get(parent_company_id);
    known.set(company_id, {
      company_id,
      name,
      type,
      parent: parent?.company_id ?? null,
      ancestors: parent ? [...parent.ancestors, parent.company_id] : [],
      path: parent ? [parent.path, parent.name].filter(Boolean).join(' / ') : '',
      hasChildren: parents.has(company_id),
    });
  }
  return [...known.values()];
}

const ownerOf = ({ id, name, email }: Named): TargetOwner => ({ id, label: `${name} (${email})` });

const targetsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Every node of the main companies of a user, by default one's own, as the trees list them. */
    getTargetNodes: build.query<TargetNode[], number | void>({
      queryFn: async (owner, _api, _extra, request) => {
        const found = await request({ url: '/company/main/companies', params: ownerParameter(owner) });
        if (found.error) return { error: found.error };
        const mains = mainCompaniesSchema.safeParse(found.data);
        if (!mains.success) return { error: UNREADABLE_ANSWER };
        const trees = await Promise.all(
          mains.data.map(async ({ company_id }) =>
            request({ url: '/company/tree', method: 'POST', body: { company_id, expandAll: true } }),
          ),
        );
        const failed = trees.find(({ error }) => error);
        if (failed?.error) return { error: failed.error };
        const nodes = treesSchema.safeParse(trees.map(({ data }) => data));
        return nodes.success ? { data: toTargetNodes(nodes.data.flat()) } : { error: UNREADABLE_ANSWER };
      },
      providesTags: ['Live', 'Company'],
    }),
    /** GET /group/list: the groups of a user, by default one's own. */
    getTargetGroups: build.query<z.infer<typeof groupsSchema>, number | void>({
      query: (owner) => ({ url: '/group/list', params: ownerParameter(owner) }),
      rawResponseSchema: lenient(groupsSchema),
      providesTags: ['Live', 'Group'],
    }),
    /** People who match a search text, for administrators. */
    findTargetOwners: build.query<TargetOwner[], string, Named[]>({
      query: (q) => ({
        url: '/admin/users',
        method: 'POST',
        params: { q, page: 1, page_size: DEVICES_SHOWN, sort: 'name' },
        body: { admin_user_key: readUserKey() },
      }),
      rawResponseSchema: lenient(z.array(namedSchema)),
      transformResponse: (users) => users.map(ownerOf),
      providesTags: ['Live', 'User'],
    }),
    /** A person, for administrators; null where there is none. */
    getTargetOwner: build.query<TargetOwner | null, number>({
      query: (userId) => ({
        url: '/admin/user/info',
        method: 'POST',
        body: { userId, admin_user_key: readUserKey() },
        validateStatus: acceptNotFound,
      }),
      transformResponse: (answer) => {
        const { data } = namedSchema.safeParse(answer);
        return data ? ownerOf(data) : null;
      },
      providesTags: ['Live', 'User'],
    }),
    /** Devices that match a search text; 404 means none. */
    findTargetDevices: build.query<FoundDevice[], DeviceSearch, FoundDevice[] | ErrorEnvelope>({
      query: ({ q, role, owner }) => ({
        url: owner === null && isAdministrator(role) ? '/devices/all' : '/devices/user/email',
        params: { q, page: 1, page_size: DEVICES_SHOWN, ...ownerParameter(owner ?? undefined) },
        validateStatus: acceptNotFound,
      }),
      rawResponseSchema: lenient(foundDevicesSchema),
      transformResponse: (answer) => (Array.isArray(answer) ? answer : []),
      providesTags: ['Live', 'DeviceList'],
    }),
  }),
});

export const {
  useGetTargetNodesQuery,
  useGetTargetGroupsQuery,
  useFindTargetOwnersQuery,
  useGetTargetOwnerQuery,
  useFindTargetDevicesQuery,
} = targetsApi;
