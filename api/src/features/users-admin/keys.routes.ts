import { canImpersonate, canRenewKey, canResetTwoFactor } from '../../policies/accounts.ts';
import { resetTwoFactor } from './reset-two-factor.service.ts';
import { impersonate, updateKey } from './keys.service.ts';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { serve } from '../../serve.ts';

export const keysRoutes = [
  serve(
    userKeysHttp.resetTwoFactor,
    { access: 'admin', policy: canResetTwoFactor, ownKeyOnly: true },
    async ({ deps, user, ip, policy, body }) => {
      await resetTwoFactor(deps, { user, ip }, policy, body.user_id);
      return { success: true as const, message: 'Two-factor sign-in is off' };
    },
  ),
  serve(
    userKeysHttp.updateKey,
    { access: 'admin', policy: canRenewKey, ownKeyOnly: true },
    ({ deps, user, ip, policy, body }) => updateKey(deps, { user, ip }, policy, body.user_id),
  ),
  serve(
    userKeysHttp.impersonate,
    { access: 'admin', policy: canImpersonate, ownKeyOnly: true },
    ({ deps, user, ip, policy, body, req }) =>
      impersonate(deps, { user, ip }, policy, {
        id: body.user_id,
        origin: { ip, userAgent: req.headers['user-agent'] },
      }),
  ),
];
