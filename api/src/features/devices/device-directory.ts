import type { DeviceListQuery } from '@belfry/schemas/http/devices/lists';
import type { LongStatements } from '../../db/long-statements.ts';
import type { ReadConnections } from '../../db/read-replica/read-replica.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import type { DeviceFilter } from './device-list.ts';
import { countDevices, readDeviceListJson, type Viewer } from './device-json.sql.ts';

declare module '../../deps.ts' {
  interface Deps {
    directory: DeviceDirectory;
  }
}

/** Totals are cached, because counting reads all matching devices and a page only its own. */
const TOTAL_TTL_MS = 1_000;
const TOTAL_MAX_FILTERS = 500;

export type DevicePage = { json: string; total: number | null };

/** Reads lists of devices. */
export type DeviceDirectory = {
  /** The whole list (`total` null) or one page of it with the number of devices that match. */
  list(viewer: Viewer & Pick<Principal, 'id'>, filter: DeviceFilter, query: DeviceListQuery): Promise<DevicePage>;
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
