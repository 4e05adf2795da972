import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteCommandsOf } from '../commands/index.ts';
import { deleteConfigurations } from '../device-config/index.ts';
import { clearLiveState } from '../device-state/index.ts';
import type { DevicesDeps } from './deps.ts';
import { resetOwner, setOwner, type OwnedDevice } from './ownership.repository.ts';
import { clearRetained } from './retained.ts';

/** Devices that have changed hands, each with the person who owned it before, and who owns all of them now. */
export type OwnerChange = { devices: readonly OwnedDevice[]; ownerId: number | null };

/**
 * Gives locked devices to a person, or to nobody. This is the only way in which a device changes hands; call
 * `ownerChanged` after the commit. What belonged to a former owner ends with it: the configuration with its WiFi
 * password, the last state, the history of commands, the place in a tree and the device key. A device that nobody owned
 * keeps its key and what administrators have configured, so that a device can be prepared before it is handed over.
 */
export async function changeOwner(
  trx: Kysely<Database>,
  devices: readonly OwnedDevice[],
  ownerId: number | null,
): Promise<OwnerChange> {
  const changed = devices.filter(({ user_id }) => user_id !== ownerId);
  const unowned = idsOf(changed.filter(({ user_id }) => user_id === null));
  if (ownerId !== null && unowned.length > 0) await setOwner(trx, unowned, ownerId);
  const owned = idsOf(changed.filter(({ user_id }) => user_id !== null));
  if (owned.length > 0) {
    await resetOwner(trx, owned, ownerId);
    await deleteConfigurations(trx, owned);
    await clearLiveState(trx, owned);
    await deleteCommandsOf(trx, owned);
  }
  return { devices: changed, ownerId };
}

/**
 * After the commit: the consoles of everybody who lost or got a device connect again and get a new access list, devices
 * whose key has ended are disconnected, and the broker forgets what they left there.
 */
export async function ownerChanged(
  { broker, directory, events }: Pick<DevicesDeps, 'broker' | 'directory' | 'events'>,
  { devices, ownerId }: OwnerChange,
): Promise<void> {
  if (devices.length === 0) return;
  directory.changed();
  const byFormerOwner = Map.groupBy(devices, ({ user_id }) => user_id);
  for (const [userId, theirs] of byFormerOwner) events.changed('devices_changed', idsOf(theirs), userId);
  if (ownerId !== null) events.changed('devices_changed', idsOf(devices), ownerId);
  const people = [...byFormerOwner.keys(), ownerId].filter((id) => id !== null);
  const reset = devices.filter(({ user_id }) => user_id !== null).map(({ serial }) => serial);
  await Promise.all([
    people.length > 0 && broker.disconnect('console', people),
    reset.length > 0 && broker.disconnect('device', reset),
  ]);
  await clearRetained(broker, reset);
}

const idsOf = (devices: readonly OwnedDevice[]): number[] => devices.map(({ device_id }) => device_id);
