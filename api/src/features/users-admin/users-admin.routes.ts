import {
  addUserBodySchema,
  blockUserBodySchema,
  changedUserSchema,
  deletedUsersSchema,
  editUserBodySchema,
  impersonationSchema,
  updatedKeySchema,
  userInfoBodySchema,
  userListBodySchema,
  userListQuerySchema,
  userListSchema,
  userParamsSchema,
  userSchema,
} from '@belfry/schemas/http/users-admin';
import { messageAnswerSchema } from '@belfry/schemas/http/auth';
import { Reply, routeWith } from '../../http/route.ts';
import type { UsersAdminDeps } from './deps.ts';
import { addUser, blockUser, editUser, removeAllUsers, removeUser } from './change-users.service.ts';
import { openAs, updateKey } from './keys.service.ts';
import { listUsers, readUser } from './users-admin.service.ts';

const route = routeWith<UsersAdminDeps>();

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
      headers: {
        'X-Total-Count': 'with paging: how many users match',
        'X-Unfiltered-Count': 'with paging: how many there are whatever was searched for',
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
  route(
    {
      method: 'post',
      path: '/admin/user/add',
      summary: 'Make a user, whose mail counts as confirmed',
      description: 'A root account is made by root only.',
      access: 'admin',
      ownKeyOnly: true,
      body: addUserBodySchema,
      answer: changedUserSchema,
      status: 201,
      errors: ['user_exists'],
    },
    async ({ deps, user, ip, body }) => ({
      success: true as const,
      message: 'User added',
      user: await addUser(deps, { user, ip }, body),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/admin/user/edit',
      summary: 'Change a user; what is absent stays',
      description: 'Codes and links that went to a former mail or phone are dead. Nobody changes their own role.',
      access: 'admin',
      ownKeyOnly: true,
      body: editUserBodySchema,
      answer: changedUserSchema,
      errors: ['user_not_found', 'user_exists', 'edit_conflict'],
    },
    async ({ deps, user, ip, body }) => ({
      success: true as const,
      message: 'Changes saved',
      user: await editUser(deps, { user, ip }, body),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/admin/user/block',
      summary: 'Block or unblock a user; the blocked are shut out within a second',
      access: 'admin',
      ownKeyOnly: true,
      body: blockUserBodySchema,
      answer: changedUserSchema,
      errors: ['user_not_found'],
    },
    async ({ deps, user, ip, body }) => ({
      success: true as const,
      message: body.blocked ? 'User blocked' : 'User unblocked',
      user: await blockUser(deps, { user, ip }, body),
    }),
  ),
  route(
    {
      method: 'delete',
      path: '/admin/user/{id}',
      summary: 'Delete a user with their companies; their devices are nobody’s then',
      access: 'admin',
      ownKeyOnly: true,
      params: userParamsSchema,
      answer: messageAnswerSchema,
      errors: ['user_not_found'],
    },
    async ({ deps, user, ip, params }) => {
      await removeUser(deps, { user, ip }, params.id);
      return { success: true as const, message: 'User deleted' };
    },
  ),
  route(
    {
      method: 'delete',
      path: '/admin/users',
      summary: 'Delete all users but the root who calls',
      access: 'root',
      ownKeyOnly: true,
      answer: deletedUsersSchema,
    },
    async ({ deps, user, ip }) => ({
      success: true as const,
      message: 'All other users deleted',
      deleted: await removeAllUsers(deps, { user, ip }),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/admin/user/update_key',
      summary: 'A new key for a user, shown this once; all others are revoked',
      access: 'admin',
      ownKeyOnly: true,
      body: userInfoBodySchema,
      answer: updatedKeySchema,
      errors: ['user_not_found'],
    },
    ({ deps, user, ip, body }) => updateKey(deps, { user, ip }, body.user_id),
  ),
  route(
    {
      method: 'post',
      path: '/admin/user/impersonate',
      summary: 'A key with which the administrator works as a user for an hour',
      access: 'admin',
      ownKeyOnly: true,
      body: userInfoBodySchema,
      answer: impersonationSchema,
      errors: ['user_not_found', 'conflict'],
    },
    ({ deps, user, ip, body, req }) =>
      openAs(deps, { user, ip }, body.user_id, { ip, userAgent: req.headers['user-agent'] }),
  ),
];
