import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { lockNodesOf } from '../companies/index.ts';
import { lockDevicesOf, changeOwner, type OwnerChange } from '../devices/index.ts';
import { lockUsers } from './users-admin.repository.ts';

/**
 * Takes all devices from people who are being deleted; nothing can be given to them until the transaction ends. Locks
 * nodes before devices, as binding does, and the people after both, as a claim does.
 */
export async function releaseDevicesOf(trx: Kysely<Database>, userIds: readonly number[]): Promise<OwnerChange> {
  await lockNodesOf(trx, userIds);
  await lockDevicesOf(trx, userIds);
  await lockUsers(trx, userIds);
  // Again, for those that were claimed while the lock on the people was waited for.
  return changeOwner(trx, await lockDevicesOf(trx, userIds), null);
}
