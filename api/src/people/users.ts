import { offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { hasUsers, insertUsers, type NewUser, type UserRow } from './users.repository.ts';

/**
 * Throws user_exists if the mail or the phone exists; database_unavailable before the first start has finished, because
 * the first root account is only created in an empty table.
 */
export async function createUser(db: Kysely<Database>, user: NewUser): Promise<UserRow> {
  const [row] = await createUsers(db, [user]);
  return row as UserRow;
}

/** Throws as `createUser`, and creates nobody then, in a transaction that ends with it. */
export async function createUsers(db: Kysely<Database>, users: readonly NewUser[]): Promise<UserRow[]> {
  if (!(await hasUsers(db))) throw new AppError('database_unavailable', 'Belfry is starting. Please try again');
  const rows = await insertUsers(db, users);
  if (rows.length < users.length) throw userExists();
  return rows;
}

export const userExists = (): AppError =>
  new AppError('user_exists', 'User with this email or phone number already exists');

/** Without ids, because admins must not know of root accounts. */
export const usersChanged = ({ events }: Pick<Deps, 'events'>): void => events.changed('users_changed', []);

export function userChanged({ events }: Pick<Deps, 'events'>, id: number): void {
  usersChanged({ events });
  events.notify(id, 'user_changed', [id]);
}

/** The time zone of an account that somebody else adds, who is the nearest who has one; see USER-11. */
export const zoneLike = (
  maker: Pick<UserRow, 'time_zone' | 'utc_offset'>,
): Pick<UserRow, 'time_zone' | 'utc_offset'> => ({
  time_zone: maker.time_zone,
  utc_offset: currentOffset(maker),
});

/** The current offset of the time zone; the stored one may be that of another season. */
export function currentOffset({ time_zone, utc_offset }: Pick<UserRow, 'time_zone' | 'utc_offset'>): number {
  try {
    return offsetOfZone(time_zone, new Date());
  } catch {
    return utc_offset;
  }
}
