import { impersonationSchema, updatedKeySchema, userInfoBodySchema } from '@belfry/schemas/http/users/admin';
import { routeWith } from '../../http/routes/route.ts';
import { canImpersonate, canRenewKey } from '../../policies/accounts.ts';
import { impersonate, updateKey } from './keys.service.ts';
import type { UsersAdminDeps } from './deps.ts';

const route = routeWith<UsersAdminDeps>();

export const keysRoutes = [
  route(
    {
      method: 'post',
      path: '/admin/user/update_key',
      summary: 'A new key for a user, which only this answer contains; all others are revoked',
      access: 'admin',
      policy: canRenewKey,
      ownKeyOnly: true,
      body: userInfoBodySchema,
      answer: updatedKeySchema,
      errors: ['user_not_found'],
    },
    ({ deps, user, ip, policy, body }) => updateKey(deps, { user, ip }, policy, body.user_id),
  ),
  route(
    {
      method: 'post',
      path: '/admin/user/impersonate',
      summary: 'A key with which the administrator works as a user for an hour',
      access: 'admin',
      policy: canImpersonate,
      ownKeyOnly: true,
      body: userInfoBodySchema,
      answer: impersonationSchema,
      errors: ['user_not_found', 'conflict'],
    },
    ({ deps, user, ip, policy, body, req }) =>
      impersonate(deps, { user, ip }, policy, {
        id: body.user_id,
        origin: { ip, userAgent: req.headers['user-agent'] },
      }),
  ),
];
