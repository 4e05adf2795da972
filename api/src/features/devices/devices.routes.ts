import { idTextSchema } from '@belfry/schemas/domain/ids';
import { deviceInfoSchema, deviceSchema } from '@belfry/schemas/http/devices/devices';
import {
  deviceTagSchema,
  deviceVersionSchema,
  fleetListQuerySchema,
  ownedDevicesQuerySchema,
  type DeviceListQuery,
  type FleetListQuery,
} from '@belfry/schemas/http/devices/lists';
import { deviceWallSchema, wallQuerySchema } from '@belfry/schemas/http/devices/wall';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { z } from 'zod';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canReadDevice, requiredOwner } from '../../policies/devices.ts';
import { canListDevicesOf, canReadNode, findsNodesOfRoots, type OwnerPolicy } from '../../policies/owners.ts';
import { findPermittedOwner } from '../users/index.ts';
import type { DevicesDeps } from './deps.ts';
import { findDeviceTags, findDeviceVersions } from './device-choices.repository.ts';
import type { DeviceFilter } from './device-list.ts';
import { readWallJson } from './device-wall.sql.ts';
import { readDeviceInfo } from './devices.service.ts';

const route = routeWith<DevicesDeps>();

const totalHeader = { 'X-Total-Count': 'with paging: how many devices match' };

type Scope = Pick<DeviceFilter, 'owner' | 'unbound' | 'company_id' | 'hidesRoots'>;

async function listDevices(
  deps: DevicesDeps,
  user: Principal,
  query: DeviceListQuery,
  scope: Scope,
): Promise<Reply<never>> {
  const { type, status, mode, version, seen, tags, q } = query;
  const filter = { ...scope, type, status, mode, version, seen, tags, q };
  const { json, total } = await deps.directory.list(user, filter, query);
  return Reply.json(json, total === null ? {} : { headers: { 'X-Total-Count': String(total) } });
}

const fleetScope = (
  user: Principal,
  policy: OwnerPolicy,
  { company_id }: Pick<FleetListQuery, 'company_id'>,
): Scope => ({
  company_id,
  hidesRoots: !findsNodesOfRoots(policy, user),
});

export const devicesRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/all',
      summary: 'Every device with its live state',
      description: 'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`.',
      access: 'admin',
      policy: canReadNode,
      query: fleetListQuerySchema,
      answer: z.array(deviceSchema),
      headers: totalHeader,
    },
    ({ deps, query, user, policy }) => listDevices(deps, user, query, fleetScope(user, policy, query)),
  ),
  route(
    {
      method: 'get',
      path: '/devices/wall',
      summary: 'The state of up to 1,000 devices that match the filters, and how many match',
      access: 'admin',
      policy: canReadNode,
      query: wallQuerySchema,
      answer: deviceWallSchema,
      errors: ['rate_limited'],
    },
    async ({ deps, query, user, policy }) => {
      const filter = { ...query, ...fleetScope(user, policy, query) };
      return Reply.json(await deps.long.read(user.id, ({ pool }) => readWallJson(pool, user, filter)));
    },
  ),
  route(
    {
      method: 'get',
      path: '/devices/versions',
      summary: 'The versions that devices have reported, the most frequent ones first: 100 at most',
      access: 'admin',
      answer: z.array(deviceVersionSchema),
    },
    ({ deps }) => findDeviceVersions(deps.db),
  ),
  route(
    {
      method: 'get',
      path: '/devices/tags',
      summary: 'The tags of the devices that the caller may read, the most frequent ones first: 200 at most',
      access: 'signed-in',
      policy: canReadDevice,
      answer: z.array(deviceTagSchema),
    },
    ({ deps, user, policy }) => findDeviceTags(deps.db, requiredOwner(policy, user)),
  ),
  route(
    {
      method: 'get',
      path: '/devices/user/email',
      summary: 'The devices of the signed-in user',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canListDevicesOf,
      query: ownedDevicesQuerySchema,
      answer: z.array(deviceSchema),
      headers: totalHeader,
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, query: { user_id, ...query }, user, policy }) =>
      listDevices(deps, user, query, { owner: await findPermittedOwner(deps.db, user, user_id, policy) }),
  ),
  route(
    {
      method: 'get',
      path: '/devices/user/wait',
      summary: 'The devices of the user that are bound to no node',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canListDevicesOf,
      query: ownedDevicesQuerySchema,
      answer: z.array(deviceSchema),
      headers: totalHeader,
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, query: { user_id, ...query }, user, policy }) => {
      const owner = await findPermittedOwner(deps.db, user, user_id, policy);
      return listDevices(deps, user, query, { owner, unbound: true });
    },
  ),
  route(
    {
      method: 'get',
      path: '/devices/info/{device}',
      summary: 'One device by its id or serial, with its configuration',
      access: 'signed-in',
      policy: canReadDevice,
      params: z.object({ device: z.union([serialSchema, idTextSchema]) }),
      answer: deviceInfoSchema,
      errors: ['device_not_found'],
    },
    ({ deps, params, user, policy }) => readDeviceInfo(deps, user, policy, params.device),
  ),
];
