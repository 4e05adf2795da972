import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import {
  deleteAbandonedRegistrations,
  deleteAccounts,
  lockContactHolders,
} from './pending-registrations.repository.ts';
import { userExists, usersChanged } from './users.service.ts';
import type { Deps } from '../../../deps.ts';

/**
 * Deletes unconfirmed registrations with this mail or phone, so that they can be registered again. Returns the deleted ids.
 * Throws user_exists if a confirmed account has one of the two, and within the resend interval after a code was sent to the
 * same mail address, so that repeated registrations do not flood a mailbox.
 */
export async function removePendingRegistrations(
  trx: Kysely<Database>,
  contact: { email: string; phone: string; recentSeconds: number },
): Promise<number[]> {
  const holders = await lockContactHolders(trx, contact);
  if (holders.some(({ is_pending, is_recent }) => !is_pending || is_recent)) throw userExists();
  const ids = holders.map(({ id }) => id);
  await deleteAccounts(trx, ids);
  return ids;
}

type PendingRegistrationsDeps = Pick<Deps, 'auth' | 'broker' | 'events'>;

/** After the commit: clears cached keys, ends live connections, and notifies consoles. */
export async function registrationsRemoved(
  { auth, broker, events }: PendingRegistrationsDeps,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  auth.forget();
  usersChanged({ events });
  await broker.disconnect('console', ids);
}

/** Deletes registrations that were not confirmed within a day. Returns their number. */
export async function sweepAbandonedRegistrations(deps: PendingRegistrationsDeps & Pick<Deps, 'db'>): Promise<number> {
  const ids = await deleteAbandonedRegistrations(deps.db);
  await registrationsRemoved(deps, ids);
  return ids.length === 0 ? 0 : ids.length + (await sweepAbandonedRegistrations(deps));
}
