import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { lockNodesOf } from '../companies/index.ts';
import { lockDevicesOf, changeOwner, type OwnerChange } from '../devices/index.ts';
import { lockUsers } from './users-admin.repository.ts';

/**
 * Removes all devices from users who are being deleted; no device can be assigned to them until the transaction ends. Locks
 * nodes before devices, as binding does, and the users after both, as a claim does.
 */
export async function releaseDevicesOf(trx: Kysely<Database>, userIds: readonly number[]): Promise<OwnerChange> {
  await lockNodesOf(trx, userIds);
  await lockDevicesOf(trx, userIds);
  await lockUsers(trx, userIds);
  // Again, for devices that were claimed while this waited for the lock on the users.
  return changeOwner(trx, await lockDevicesOf(trx, userIds), null);
}
