import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { UsersDeps } from './deps.ts';
import { deleteAbandonedRegistrations, deleteHolders, lockHolders } from './pending-registrations.repository.ts';
import { userExists, usersChanged } from './users.service.ts';

/**
 * Removes the registrations that hold a mail or phone and were never confirmed, so that it can be registered again.
 * Answers who went. Throws user_exists where a confirmed account has one of the two, and while the code of the same mail
 * address is so young that no other would be sent: repeated registrations must not fill somebody's mailbox.
 */
export async function removePending(
  trx: Kysely<Database>,
  contact: { email: string; phone: string; recentSeconds: number },
): Promise<number[]> {
  const holders = await lockHolders(trx, contact);
  if (holders.some(({ is_pending, is_recent }) => !is_pending || is_recent)) throw userExists();
  const ids = holders.map(({ id }) => id);
  await deleteHolders(trx, ids);
  return ids;
}

type PendingRegistrationsDeps = Pick<UsersDeps, 'auth' | 'broker' | 'events'>;

/** After the commit: cached keys are forgotten, live connections end, and consoles look again. */
export async function registrationsRemoved(
  { auth, broker, events }: PendingRegistrationsDeps,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  auth.forget();
  usersChanged({ events });
  await broker.disconnect('console', ids);
}

/** Removes what nobody has confirmed within a day. Answers how many accounts went. */
export async function sweepAbandonedRegistrations(
  deps: PendingRegistrationsDeps & Pick<UsersDeps, 'db'>,
): Promise<number> {
  const ids = await deleteAbandonedRegistrations(deps.db);
  await registrationsRemoved(deps, ids);
  return ids.length === 0 ? 0 : ids.length + (await sweepAbandonedRegistrations(deps));
}
