import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Action } from '@belfry/schemas/domain/actions';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { useMayAt } from '../teams/teams-api.ts';
import {
  allowedNodes,
  type TargetDevices,
  type TargetNode,
  type TargetNodes,
  type TargetOwner,
  type TargetOwners,
  type TargetSources,
} from './targets.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useChoiceSearch } from '../../lib/use-choice-search.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { companiesHttp, type CompanyNode } from '@belfry/schemas/http/companies/companies';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { errorEnvelopeSchema } from '@belfry/schemas/http/errors';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { userSchema, usersAdminHttp, type User } from '@belfry/schemas/http/users/admin';
import { z } from 'zod';
import { readUserKey } from '../../lib/session/session-store.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { askFor, call, callFrom, callReading, reading, ownerParameter, acceptNotFound } from '../../lib/api/call.ts';
import { readableDeviceSchema, readableNodeSchema } from '../../lib/api/readable-devices.ts';

const SETTLE_MS = 200;

/** What a picker of targets offers to administrators: a choice among all owners, or what belongs to one; undefined: oneself. */
type Options = ({ ofOthers: true } | { owner: number | undefined }) & { action: Action };

/** What the picker of targets offers to this user: places at which they may do the action. */
export function useTargetSources(options: Options): TargetSources {
  const role = useSelector(selectRole) ?? 'user';
  const owners = useOwnerChoice();
  const offersOwners = 'ofOthers' in options && isAdministrator(role);
  const owner = 'owner' in options ? options.owner : offersOwners ? owners.chosen?.id : undefined;
  const visible = useTargetNodes(owner);
  const places = { ...visible, nodes: useAllowedNodes(visible.nodes, options.action) };
  const { data: groups = [] } = useGetTargetGroupsQuery(owner);
  const devices = useTargetDevices('owner' in options ? options.owner : null);
  const outside = useMemo(() => idsOutside(visible.nodes, places.nodes), [visible.nodes, places.nodes]);
  const found = devices.found.filter(
    ({ company_id, user_id }) => user_id !== null && (company_id === null || !outside.has(company_id)),
  );
  return { places, groups, devices: { ...devices, found }, ...(offersOwners && { owners }) };
}

/** Those of these nodes at which the signed-in person may do something; see `allowedNodes`. */
export function useAllowedNodes(
  nodes: readonly TargetNode[] | undefined,
  action: Action,
): readonly TargetNode[] | undefined {
  const allowed = useMayAt(action);
  return useMemo(() => nodes && allowedNodes(nodes, allowed), [nodes, allowed]);
}

/** The nodes that are visible, and not allowed. */
function idsOutside(
  visible: readonly TargetNode[] | undefined,
  allowed: readonly TargetNode[] | undefined,
): ReadonlySet<number> {
  const inside = new Set(allowed?.map(({ company_id }) => company_id));
  return new Set(visible?.map(({ company_id }) => company_id).filter((id) => !inside.has(id)));
}

/** @param owner whose devices; null: all that this user may see */
function useTargetDevices(
  owner: number | undefined | null,
): Omit<TargetDevices, 'found'> & { found: readonly FoundDevice[] } {
  const role = useSelector(selectRole) ?? 'user';
  const [typed, onSearch] = useState('');
  const [opened, onOpened] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const { data: found = [], isFetching } = useFindTargetDevicesQuery({ q, role, owner }, { skip: !opened });
  return { found, searching: isFetching, onSearch, onOpened };
}

type Choice = Pick<TargetOwners, 'chosen' | 'onChoose'>;

/** The people whose places an administrator may choose, searched on the server. */
function useTargetOwners({ chosen, onChoose }: Choice): TargetOwners {
  const { q, opened, isTyping, onSearch, onOpened } = useChoiceSearch();
  const { data: found = [], isFetching } = useFindTargetOwnersQuery(q, { skip: !opened });
  return { chosen, found, searching: isTyping || isFetching, onSearch, onOpened, onChoose };
}

/** The owners to choose from, of whom the open page keeps the chosen one. */
function useOwnerChoice(): TargetOwners {
  const [chosen, onChoose] = useState<TargetOwner | null>(null);
  return useTargetOwners({ chosen, onChoose });
}

/** The same for an owner whom the address names. */
export function useAddressedOwner(owner: number | undefined, onChoose: TargetOwners['onChoose']): TargetOwners {
  const { data } = useGetTargetOwnerQuery(owner ?? skipToken);
  const chosen = owner === undefined ? null : { id: owner, label: data?.label ?? `#${owner}` };
  return useTargetOwners({ chosen, onChoose });
}

/** The nodes of the trees of a user, by default one's own, for pickers. */
export function useTargetNodes(owner?: number): TargetNodes {
  const messageOf = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetTargetNodesQuery(owner);
  return {
    nodes: data,
    failure: error && messageOf(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
  };
}

/** How many devices, or people, are offered for a search text. */
const DEVICES_SHOWN = 20;

/** `owner`: only the devices of this user; undefined: the user's own; null: all that the role may see. */
type DeviceSearch = { q: string; role: Role; owner: number | undefined | null };
/** A device of nobody has no library from which it could play. */
type FoundDevice = Pick<Device, 'serial' | 'name' | 'company_id' | 'user_id'>;

const FOUND_OR_NOT = { validateStatus: acceptNotFound };

/** Parents precede their children, as in the answers. */
function toTargetNodes(flat: readonly CompanyNode[]): TargetNode[] {
  const parents = new Set(flat.map(({ parent_company_id }) => parent_company_id));
  const known = new Map<number, TargetNode>();
  for (const { company_id, user_id, name, parent_company_id, type } of flat) {
    const parent = parent_company_id === null ? undefined : known.get(parent_company_id);
    known.set(company_id, {
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
  return [...known.values()];
}

const ownerOf = ({ id, name, email }: User): TargetOwner => ({ id, label: `${name} (${email})` });

const treeSchema = z.array(readableNodeSchema);

/** The answers to calls whose 404 is no failure. */
const ownerSchema: z.ZodType<TargetOwner | null> = z.union([
  userSchema.transform(ownerOf),
  errorEnvelopeSchema.transform(() => null),
]);
const foundDevicesSchema: z.ZodType<FoundDevice[]> = z.union([
  z.array(readableDeviceSchema),
  errorEnvelopeSchema.transform(() => []),
]);

function searchDevices({ q, role, owner }: DeviceSearch) {
  const page = { q, page: 1, page_size: DEVICES_SHOWN };
  return owner === null && isAdministrator(role)
    ? call(devicesHttp.list, FOUND_OR_NOT).query(page)
    : call(devicesHttp.listOwn, FOUND_OR_NOT).query({ ...page, ...ownerParameter(owner ?? undefined) });
}

const targetsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Every node of the main companies of a user, by default one's own, as the trees list them. */
    getTargetNodes: build.query<TargetNode[], number | void>({
      queryFn: async (owner, _api, _extra, ask) => {
        const mains = await askFor(ask, call(companiesHttp.listMain), ownerParameter(owner));
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
    /** The groups of a user, by default one's own. */
    getTargetGroups: build.query({
      ...callFrom(groupsHttp.list, ownerParameter),
      providesTags: ['Live', 'Group'],
    }),
    /** People who match a search text, for administrators. */
    findTargetOwners: build.query({
      ...callFrom(usersAdminHttp.list, (q: string) => ({
        q,
        page: 1,
        page_size: DEVICES_SHOWN,
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
    /** Devices that match a search text; 404 means none. */
    findTargetDevices: build.query({
      ...reading({ query: searchDevices }, foundDevicesSchema),
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
