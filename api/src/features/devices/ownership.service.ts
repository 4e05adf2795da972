import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteCommandsOf } from '../commands/index.ts';
import { deleteConfigurations } from '../device-state/configuration/index.ts';
import { clearLiveState } from '../device-state/index.ts';
import { resetOwner, setOwner, type OwnedDevice } from './ownership.repository.ts';
import { clearRetained } from './retained.ts';
import type { Deps } from '../../deps.ts';

/** Devices with a new owner, each with its previous owner. */
export type OwnerChange = { devices: readonly OwnedDevice[]; ownerId: number | null };

/**
 * Changes the owner of locked devices; null means no owner. Every change of an owner uses this function, and `ownerChanged`
 * after the commit. The data of a previous owner is deleted: the configuration with its WiFi password, the last state, the
 * history of commands, the binding and the device key. A device without a previous owner keeps its key and configuration, so
 * that administrators can prepare it.
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
 * Must be called after the commit: reconnects the consoles of previous and new owners, so that they get a new access list,
 * disconnects devices whose key was deleted, and deletes their retained messages.
 */
export async function ownerChanged(
  { broker, directory, events }: Pick<Deps, 'broker' | 'directory' | 'events'>,
  { devices, ownerId }: OwnerChange,
): Promise<void> {
  if (devices.length === 0) return;
  directory.changed();
  const byFormerOwner = Map.groupBy(devices, ({ user_id }) => user_id);
  for (const [userId, owned] of byFormerOwner) events.changed('devices_changed', idsOf(owned), userId);
  if (ownerId !== null) events.changed('devices_changed', idsOf(devices), ownerId);
  const userIds = [...byFormerOwner.keys(), ownerId].filter((id) => id !== null);
  const reset = devices.filter(({ user_id }) => user_id !== null).map(({ serial }) => serial);
  await Promise.all([
    userIds.length > 0 && broker.disconnect('console', userIds),
    reset.length > 0 && broker.disconnect('device', reset),
  ]);
  await clearRetained(broker, reset);
}

const idsOf = (devices: readonly OwnedDevice[]): number[] => devices.map(({ device_id }) => device_id);
