import {
  userInfoBodySchema,
  userListBodySchema,
  userListQuerySchema,
  userListSchema,
  userSchema,
} from '@belfry/schemas/http/users/admin';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canReadAccount } from '../../policies/accounts.ts';
import { listUsers, readUser } from './users-admin.service.ts';
import type { UsersAdminDeps } from './deps.ts';

const route = routeWith<UsersAdminDeps>();

export const readingRoutes = [
  route(
    {
      method: 'post',
      path: '/admin/user/info',
      summary: 'One user with their role: the caller, or any user for administrators',
      description: 'Users get 404 for other users, and admins for root accounts.',
      access: 'signed-in',
      policy: canReadAccount,
      body: userInfoBodySchema,
      answer: userSchema,
      errors: ['user_not_found'],
    },
    ({ deps, user, policy, body }) => readUser(deps.db, user, policy, body.user_id),
  ),
  route(
    {
      method: 'post',
      path: '/admin/users',
      summary: 'The users',
      description:
        'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`. Root accounts are listed for root only.',
      access: 'admin',
      query: userListQuerySchema,
      body: userListBodySchema,
      answer: userListSchema,
      headers: {
        'X-Total-Count': 'with paging: how many users match',
        'X-Unfiltered-Count': 'with paging: how many there are without the search',
      },
    },
    async ({ deps, user, query }) => {
      const { counts, users } = await listUsers(deps, user, query);
      if (!counts) return users;
      const { matching, total } = counts;
      return Reply.of(users, {
        headers: { 'X-Total-Count': String(matching), 'X-Unfiltered-Count': String(total) },
      });
    },
  ),
];
