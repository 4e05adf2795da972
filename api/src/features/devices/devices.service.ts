import type { Device, DeviceInfo } from '@belfry/schemas/http/devices/devices';
import { deviceNotFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { devicePermits } from '../../people/owner-access.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import { readConfiguration } from '../device-state/index.ts';
import { findDeviceJson, countDevices, readDeviceListJson, type Viewer } from './device-json.sql.ts';
import type { Deps } from '../../deps.ts';
import type { DeviceListQuery } from '@belfry/schemas/http/devices/lists';
import type { LongStatements } from '../../db/long-statements.ts';
import type { ReadConnections } from '../../db/read-replica.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import type { DeviceFilter } from './device-list.ts';

/** One device by id or serial, with the columns that the viewer may see. Throws device_not_found. */
export async function readDevice({ db }: Pick<Deps, 'db'>, viewer: Principal, key: number | string): Promise<Device> {
  const device = await findDeviceJson(db, viewer, key);
  if (!device) throw deviceNotFound();
  return device;
}

/** A device that the policy permits, with its configuration. Throws device_not_found for any other, too. */
export async function readDeviceInfo(
  deps: Deps,
  user: Principal,
  policy: DevicePolicy,
  key: number | string,
): Promise<Wire<DeviceInfo>> {
  const device = await readDevice(deps, user, key);
  if (!(await devicePermits(deps.db, user, device, policy))) throw deviceNotFound();
  return { ...device, configuration: await readConfiguration(deps, user, policy, device.serial) };
}

/** Must be called after the commit: clears cached totals and notifies the consoles that show these devices. */
export function devicesChanged(deps: Pick<Deps, 'directory' | 'events'>, ids: number[], ownerId: number | null): void {
  deps.directory.changed();
  deps.events.changed('devices_changed', ids, ownerId);
}

declare module '../../deps.ts' {
  interface Deps {
    directory: DeviceDirectory;
  }
}

/** Totals are cached, because counting reads all matching devices and a page only its own. */
const TOTAL_TTL_MS = 1_000;
const TOTAL_MAX_FILTERS = 500;

type DevicePage = { json: string; total: number | null };

type DeviceDirectory = {
  /** The whole list (`total` null) or one page of it with the number of devices that match. */
  list(viewer: Viewer, filter: DeviceFilter, query: DeviceListQuery): Promise<DevicePage>;
  /** Must be called after devices were created, deleted or changed: clears the cached totals. */
  changed(): void;
};

export function createDeviceDirectory(
  connections: ReadConnections,
  long: Pick<LongStatements, 'read'>,
): DeviceDirectory {
  const totals = createTtlCache<number>(TOTAL_TTL_MS, TOTAL_MAX_FILTERS);
  return {
    async list(viewer, filter, query) {
      if (query.page === undefined && query.page_size === undefined) {
        const json = await long.read(viewer.id, (ofRead) => readDeviceListJson(ofRead, viewer, filter, query));
        return { json, total: null };
      }
      const total = totals.get(JSON.stringify(filter), () => countDevices(connections, filter));
      const [json, counted] = await Promise.all([readDeviceListJson(connections, viewer, filter, query), total]);
      return { json, total: counted };
    },
    changed: () => totals.clear(),
  };
}
