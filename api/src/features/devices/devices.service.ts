import type { Device, DeviceInfo } from '@belfry/schemas/http/devices/devices';
import { deviceNotFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import { readConfiguration } from '../device-state/configuration/index.ts';
import { findDeviceJson } from './device-json.sql.ts';
import type { Deps } from '../../deps.ts';

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
  if (!policy(user, device)) throw deviceNotFound();
  return { ...device, configuration: await readConfiguration(deps, user, policy, device.serial) };
}

/** Must be called after the commit: clears cached totals and notifies the consoles that show these devices. */
export function devicesChanged(deps: Pick<Deps, 'directory' | 'events'>, ids: number[], ownerId: number | null): void {
  deps.directory.changed();
  deps.events.changed('devices_changed', ids, ownerId);
}
