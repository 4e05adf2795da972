import type { User, UserListQuery } from '@belfry/schemas/http/users/admin';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { pageOf } from '../../http/routes/paging.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { currentOffset } from '../users/index.ts';
import { canSeeRoots, type Account } from '../../policies/accounts.ts';
import type { Policy } from '../../policies/policy.ts';
import type { UsersAdminDeps } from './deps.ts';
import { findUser, findUsers, type StoredUser } from './users-admin.repository.ts';

/** One user. Throws user_not_found, also for an account that the policy does not permit; see USER-8. */
export async function readUser(
  db: Kysely<Database>,
  caller: Principal,
  policy: Policy<Account>,
  id: number,
): Promise<User> {
  const user = await findUser(db, id);
  if (!user || !policy(caller, user)) throw new AppError('user_not_found', 'User not found');
  return toUser(user, currentOffset(user));
}

/**
 * The users that this administrator may see, or one page of them.
 * @returns `counts` is null where no page was requested
 */
export async function listUsers(
  { db, long }: Pick<UsersAdminDeps, 'db' | 'long'>,
  caller: Principal,
  { page, page_size, ...query }: UserListQuery,
): Promise<{ counts: { matching: number; total: number } | null; users: User[] }> {
  const cut = pageOf({ page, page_size });
  const filter = { ...query, includesRoots: canSeeRoots(caller) };
  const { users, ...counts } = cut
    ? await findUsers(db, filter, cut)
    : await long.read(caller.id, ({ db }) => findUsers(db, filter, cut));
  return { counts: cut && counts, users: toUsers(users) };
}

/** Computes the offset once per time zone, because it costs more than reading the row. */
function toUsers(users: readonly StoredUser[]): User[] {
  const offsets = new Map<string, number>();
  return users.map((user) => {
    const zone = `${user.time_zone} ${user.utc_offset}`;
    const offset = offsets.get(zone) ?? currentOffset(user);
    offsets.set(zone, offset);
    return toUser(user, offset);
  });
}

const toUser = ({ time_zone: _zone, ...user }: StoredUser, utc_offset: number): User => ({ ...user, utc_offset });
