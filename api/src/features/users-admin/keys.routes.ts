import { impersonationSchema, updatedKeySchema, userInfoBodySchema } from '@belfry/schemas/http/users/admin';
import { routeWith } from '../../http/routes/route.ts';
import { canImpersonate, canRenewKey, canResetTwoFactor } from '../../policies/accounts.ts';
import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import { resetTwoFactor } from './reset-two-factor.service.ts';
import { impersonate, updateKey } from './keys.service.ts';
import type { UsersAdminDeps } from './deps.ts';

const route = routeWith<UsersAdminDeps>();

export const keysRoutes = [
  route(
    {
      method: 'post',
      path: '/admin/user/two-factor/reset',
      summary:
        'Turn off two-factor sign-in of a user who has lost the second factor; they are signed out and get a mail',
      description: 'Only roots turn off that of administrators.',
      access: 'admin',
      policy: canResetTwoFactor,
      ownKeyOnly: true,
      body: userInfoBodySchema,
      answer: messageAnswerSchema,
      errors: ['user_not_found', 'conflict'],
    },
    async ({ deps, user, ip, policy, body }) => {
      await resetTwoFactor(deps, { user, ip }, policy, body.user_id);
      return { success: true as const, message: 'Two-factor sign-in is off' };
    },
  ),
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
