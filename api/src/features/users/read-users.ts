import { type User, usersAdminHttp } from '@belfry/schemas/http/users/admin';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { pageOf, Reply } from '../../http/routes/route.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { mapYielding } from '../../lib/map-yielding.ts';
import { currentOffset } from '../../people/users.ts';
import { type Account, canReadAccount, canSeeRoots, type Policy } from '../../policies/accounts.ts';
import { serve } from '../../serve.ts';
import { findAllUsers, findUser, findUsers, type StoredUser } from './users.repository.ts';

export const readingRoutes = [
  serve(
    usersAdminHttp.read,
    { access: 'signed-in', policy: canReadAccount, audit: 'none: it reads' },
    ({ deps, user, policy, body }) => readUser(deps.db, user, policy, body.user_id),
  ),
  serve(usersAdminHttp.list, { access: 'admin', audit: 'none: it reads' }, async ({ deps, user, query }) => {
    const { page: _page, page_size: _size, ...filter } = { ...query, includesRoots: canSeeRoots(user) };
    const page = pageOf(query);
    const toUser = createToUser();
    if (page) {
      const { users, matching, total } = await findUsers(deps.db, filter, page);
      const headers = { 'X-Total-Count': String(matching), 'X-Unfiltered-Count': String(total) };
      return Reply.of(users.map(toUser), { headers });
    }
    // There may be many thousands of them, of which other calls notice nothing.
    const users = await deps.long.read(user.id, ({ db }) => findAllUsers(db, filter));
    const texts = await mapYielding(users, (one) => JSON.stringify(toUser(one)));
    return Reply.json(`[${texts.join(',')}]`);
  }),
];

/** Throws user_not_found, also for an account that the policy does not permit; see USER-8. */
export async function readUser(
  db: Kysely<Database>,
  caller: Principal,
  policy: Policy<Account>,
  id: number,
): Promise<User> {
  const user = await findUser(db, id);
  if (!user || !policy(caller, user)) throw new AppError('user_not_found', 'User not found');
  return createToUser()(user);
}

/** Computes the offset once per time zone, because it costs more than reading the row. */
function createToUser(): (user: StoredUser) => User {
  const offsets = new Map<string, number>();
  return (user) => {
    const zone = `${user.time_zone} ${user.utc_offset}`;
    const offset = offsets.get(zone) ?? currentOffset(user);
    offsets.set(zone, offset);
    const { time_zone: _zone, ...fields } = user;
    return { ...fields, utc_offset: offset };
  };
}
