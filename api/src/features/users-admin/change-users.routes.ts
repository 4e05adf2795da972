import {
  addUserBodySchema,
  blockUserBodySchema,
  changedUserSchema,
  deletedUsersSchema,
  deleteUsersQuerySchema,
  editUserBodySchema,
  userParamsSchema,
} from '@belfry/schemas/http/users/changes';
import { bulkUsersBodySchema, bulkUsersPreviewSchema, bulkUsersSchema } from '@belfry/schemas/http/users/bulk';
import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import { routeWith } from '../../http/routes/route.ts';
import {
  canBlockAccount,
  canDeleteAccount,
  canDeleteAllAccounts,
  canEditAccount,
  canGrantRole,
} from '../../policies/accounts.ts';
import { addUser, blockUser, editUser } from './change-users.service.ts';
import { changeUsers, previewUsers } from './bulk-users.service.ts';
import { removeAllUsers, removeUser } from './delete-users.service.ts';
import type { UsersAdminDeps } from './deps.ts';

const route = routeWith<UsersAdminDeps>();

export const changingRoutes = [
  route(
    {
      method: 'post',
      path: '/admin/user/add',
      summary: 'Create a user, whose mail counts as confirmed',
      description: 'Only roots create root accounts.',
      access: 'admin',
      policy: canGrantRole,
      ownKeyOnly: true,
      body: addUserBodySchema,
      answer: changedUserSchema,
      status: 201,
      errors: ['user_exists', 'unprocessable'],
    },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: 'User added',
      user: await addUser(deps, { user, ip }, policy, body),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/admin/user/edit',
      summary: 'Change a user; absent fields stay',
      description: 'Codes and links to a former mail or phone become invalid. Nobody changes their own role.',
      access: 'admin',
      policy: canEditAccount,
      ownKeyOnly: true,
      body: editUserBodySchema,
      answer: changedUserSchema,
      errors: ['user_not_found', 'user_exists', 'edit_conflict'],
    },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: 'Changes saved',
      user: await editUser(deps, { user, ip }, policy, body),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/admin/user/block',
      summary: 'Block or unblock a user; blocking ends their sessions within a second',
      access: 'admin',
      policy: canBlockAccount,
      ownKeyOnly: true,
      body: blockUserBodySchema,
      answer: changedUserSchema,
      errors: ['user_not_found'],
    },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: body.blocked ? 'User blocked' : 'User unblocked',
      user: await blockUser(deps, { user, ip }, policy, body),
    }),
  ),
  route(
    {
      method: 'delete',
      path: '/admin/user/{id}',
      summary: 'Delete a user with their companies; their devices lose their owner',
      access: 'admin',
      policy: canDeleteAccount,
      ownKeyOnly: true,
      params: userParamsSchema,
      answer: messageAnswerSchema,
      errors: ['user_not_found'],
    },
    async ({ deps, user, ip, policy, params }) => {
      await removeUser(deps, { user, ip }, policy, params.id);
      return { success: true as const, message: 'User deleted' };
    },
  ),
  route(
    {
      method: 'post',
      path: '/admin/users/bulk',
      summary:
        'Block, unblock or delete several users, or all that filters find; each is permitted or refused by itself',
      access: 'admin',
      policy: { block: canBlockAccount, delete: canDeleteAccount },
      ownKeyOnly: true,
      body: bulkUsersBodySchema,
      answer: bulkUsersSchema,
      errors: ['conflict', 'unprocessable', 'rate_limited'],
    },
    ({ deps, user, ip, policy, body }) => changeUsers(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'post',
      path: '/admin/users/bulk/preview',
      summary: 'How many users such a change would change, leave or refuse',
      access: 'admin',
      policy: { block: canBlockAccount, delete: canDeleteAccount },
      body: bulkUsersBodySchema,
      answer: bulkUsersPreviewSchema,
      errors: ['unprocessable', 'rate_limited'],
    },
    ({ deps, user, ip, policy, body }) => previewUsers(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'delete',
      path: '/admin/users',
      summary: 'Delete all users except the caller',
      access: 'root',
      policy: canDeleteAllAccounts,
      ownKeyOnly: true,
      query: deleteUsersQuerySchema,
      answer: deletedUsersSchema,
      errors: ['conflict', 'rate_limited'],
    },
    async ({ deps, user, ip, policy, query }) => ({
      success: true as const,
      message: 'All other users deleted',
      deleted: await removeAllUsers(deps, { user, ip }, policy, query.expected),
    }),
  ),
];
