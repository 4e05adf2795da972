import { userChangesHttp } from '@belfry/schemas/http/users/changes';
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
import { serve } from '../../serve.ts';

export const changingRoutes = [
  serve(
    userChangesHttp.add,
    { access: 'admin', policy: canGrantRole, ownKeyOnly: true },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: 'User added',
      user: await addUser(deps, { user, ip }, policy, body),
    }),
  ),
  serve(
    userChangesHttp.edit,
    { access: 'admin', policy: canEditAccount, ownKeyOnly: true },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: 'Changes saved',
      user: await editUser(deps, { user, ip }, policy, body),
    }),
  ),
  serve(
    userChangesHttp.block,
    { access: 'admin', policy: canBlockAccount, ownKeyOnly: true },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: body.blocked ? 'User blocked' : 'User unblocked',
      user: await blockUser(deps, { user, ip }, policy, body),
    }),
  ),
  serve(
    userChangesHttp.remove,
    { access: 'admin', policy: canDeleteAccount, ownKeyOnly: true },
    async ({ deps, user, ip, policy, params }) => {
      await removeUser(deps, { user, ip }, policy, params.id);
      return { success: true as const, message: 'User deleted' };
    },
  ),
  serve(
    userChangesHttp.changeMany,
    { access: 'admin', policy: { block: canBlockAccount, delete: canDeleteAccount }, ownKeyOnly: true },
    ({ deps, user, ip, policy, body }) => changeUsers(deps, { user, ip }, policy, body),
  ),
  serve(
    userChangesHttp.previewMany,
    { access: 'admin', policy: { block: canBlockAccount, delete: canDeleteAccount } },
    ({ deps, user, ip, policy, body }) => previewUsers(deps, { user, ip }, policy, body),
  ),
  serve(
    userChangesHttp.removeAll,
    { access: 'root', policy: canDeleteAllAccounts, ownKeyOnly: true },
    async ({ deps, user, ip, policy, query }) => ({
      success: true as const,
      message: 'All other users deleted',
      deleted: await removeAllUsers(deps, { user, ip }, policy, query.expected),
    }),
  ),
];
