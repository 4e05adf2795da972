import { type User, type UserListQuery, usersAdminHttp } from '@belfry/schemas/http/users/admin';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type Page, pageOf } from '../../http/routes/paging.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { mapYielding } from '../../lib/map-yielding.ts';
import { currentOffset } from '../../people/users.ts';
import { type Account, canReadAccount, canSeeRoots, type Policy } from '../../policies/accounts.ts';
import { serve } from '../../serve.ts';
import { findAllUsers, findUser, findUsers, type StoredUser } from './users.repository.ts';

export const readingRoutes = [
  serve(usersAdminHttp.read, { access: 'signed-in', policy: canReadAccount }, ({ deps, user, policy, body }) =>
    readUser(deps.db, user, policy, body.user_id),
  ),
  serve(usersAdminHttp.list, { access: 'admin' }, async ({ deps, user, query }) => {
    const page = pageOf(query);
    if (!page) return Reply.json(await listAllUsers(deps, user, query));
    const { counts, users } = await listUsers(deps, user, query, page);
    const { matching, total } = counts;
    return Reply.of(users, {
      headers: { 'X-Total-Count': String(matching), 'X-Unfiltered-Count': String(total) },
    });
  }),
];

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

async function listUsers(
  { db }: Pick<Deps, 'db'>,
  caller: Principal,
  { page: _page, page_size: _size, ...query }: UserListQuery,
  page: Page,
): Promise<{ counts: { matching: number; total: number }; users: User[] }> {
  const { users, ...counts } = await findUsers(db, { ...query, includesRoots: canSeeRoots(caller) }, page);
  const asShown = createToUser();
  return { counts, users: users.map(asShown) };
}

/** All users that this administrator may see as JSON, of which others notice nothing, however many there are. */
async function listAllUsers(
  { long }: Pick<Deps, 'long'>,
  caller: Principal,
  { page: _page, page_size: _size, ...query }: UserListQuery,
): Promise<string> {
  const filter = { ...query, includesRoots: canSeeRoots(caller) };
  const users = await long.read(caller.id, ({ db }) => findAllUsers(db, filter));
  const asShown = createToUser();
  const texts = await mapYielding(users, (user) => JSON.stringify(asShown(user)));
  return `[${texts.join(',')}]`;
}

/** Computes the offset once per time zone, because it costs more than reading the row. */
function createToUser(): (user: StoredUser) => User {
  const offsets = new Map<string, number>();
  return (user) => {
    const zone = `${user.time_zone} ${user.utc_offset}`;
    const offset = offsets.get(zone) ?? currentOffset(user);
    offsets.set(zone, offset);
    return toUser(user, offset);
  };
}

const toUser = ({ time_zone: _zone, ...user }: StoredUser, utc_offset: number): User => ({ ...user, utc_offset });
