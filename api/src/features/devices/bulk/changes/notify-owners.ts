import { devicesChanged, type BulkDevice } from '../../index.ts';
import type { Deps } from '../../../../deps.ts';

/** After the commit: notifies the consoles of administrators and of the owners. */
export function notifyOwners(deps: Deps, devices: readonly BulkDevice[]): void {
  for (const [ownerId, owned] of Map.groupBy(devices, ({ user_id }) => user_id)) {
    const ids = owned.map(({ device_id }) => device_id);
    devicesChanged(deps, ids, ownerId);
  }
}
