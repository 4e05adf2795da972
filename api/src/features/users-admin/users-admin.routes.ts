import {
  userInfoBodySchema,
  userListBodySchema,
  userListQuerySchema,
  userListSchema,
  userSchema,
} from '@belfry/schemas/http/users-admin';
import { Reply, route } from '../../http/route.ts';
import { listUsers, readUser } from './users-admin.service.ts';

export const usersAdminRoutes = [
  route(
    {
      method: 'post',
      path: '/admin/user/info',
      summary: 'One user with their role: oneself, or anybody for administrators',
      description: 'Somebody else is not there for a user, nor is a root account for an admin.',
      access: 'signed-in',
      body: userInfoBodySchema,
      answer: userSchema,
      errors: ['user_not_found'],
    },
    ({ deps, user, body }) => readUser(deps.db, user, body.user_id),
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
      headers: { 'X-Total-Count': 'with paging: how many users match' },
    },
    async ({ deps, user, query }) => {
      const { total, users } = await listUsers(deps.db, user, query);
      return Reply.of(users, total === null ? {} : { headers: { 'X-Total-Count': String(total) } });
    },
  ),
];
