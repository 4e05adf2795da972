import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type DeviceListQuery, type FleetListQuery, devicesHttp } from '@belfry/schemas/http/devices/lists';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { findListedOwners } from '../../people/owner-access.ts';
import { canReadDevice, requiredOwner } from '../../policies/devices.ts';
import {
  canListDevicesOf,
  canReadNode,
  findsNodesOfRoots,
  type OwnerPolicy,
  readableDevices,
} from '../../policies/owners.ts';
import { findDeviceTags, findDeviceVersions } from './filtered-devices.sql.ts';
import type { DeviceFilter } from './device-list.ts';
import { wallHttp } from '@belfry/schemas/http/devices/wall';
import { readWallJson } from './device-json.sql.ts';
import { readDeviceInfo } from './devices.service.ts';
import { serve } from '../../serve.ts';
import type { Deps } from '../../deps.ts';

type Scope = Pick<DeviceFilter, 'owners' | 'orNobody' | 'unbound' | 'company_id' | 'hidesRoots'>;

async function listDevices(deps: Deps, user: Principal, query: DeviceListQuery, scope: Scope): Promise<Reply<never>> {
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
  serve(devicesHttp.list, { access: 'admin', policy: canReadNode }, ({ deps, query, user, policy }) =>
    listDevices(deps, user, query, fleetScope(user, policy, query)),
  ),
  serve(wallHttp.wall, { access: 'admin', policy: canReadNode }, async ({ deps, query, user, policy }) => {
    const filter = { ...query, ...fleetScope(user, policy, query) };
    return Reply.json(await deps.long.read(user.id, ({ db }) => readWallJson(db, user, filter)));
  }),
  serve(devicesHttp.versions, { access: 'admin' }, ({ deps }) => findDeviceVersions(deps.db)),
  serve(devicesHttp.tags, { access: 'signed-in', policy: canReadDevice }, ({ deps, user, policy }) =>
    findDeviceTags(deps.db, requiredOwner(policy, user)),
  ),
  serve(
    devicesHttp.listOwn,
    { access: 'signed-in', policy: canListDevicesOf },
    async ({ deps, query: { user_id, ...query }, user, policy }) =>
      listDevices(deps, user, query, {
        owners: await findListedOwners(deps.db, user, user_id, { policy, visible: readableDevices }),
      }),
  ),
  serve(
    devicesHttp.listWaiting,
    { access: 'signed-in', policy: canListDevicesOf },
    async ({ deps, query: { user_id, unowned, ...query }, user, policy }) => {
      const owners = await findListedOwners(deps.db, user, user_id, { policy, visible: readableDevices });
      return listDevices(deps, user, query, {
        owners,
        orNobody: unowned && isAdministrator(user.role),
        unbound: true,
      });
    },
  ),
  serve(devicesHttp.info, { access: 'signed-in', policy: canReadDevice }, ({ deps, params, user, policy }) =>
    readDeviceInfo(deps, user, policy, params.device),
  ),
];
