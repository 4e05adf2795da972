import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { chooseZone } from '../lookups/index.ts';
import { updateUser, type UserRow } from '../users/index.ts';

/**
 * Gives a root account the time zone of the browser with its first sign-in, because the account was made without one (AUTH-21).
 * A zone that is not known here changes nothing. Must run in the transaction that has locked the user.
 */
export async function adoptTimeZone(
  trx: Kysely<Database>,
  user: Pick<UserRow, 'id' | 'role' | 'last_login'>,
  time_zone: string | undefined,
): Promise<void> {
  if (user.role !== 'root' || user.last_login !== null || time_zone === undefined) return;
  const zone = chooseZone({ time_zone });
  if (zone) await updateUser(trx, user.id, zone);
}
