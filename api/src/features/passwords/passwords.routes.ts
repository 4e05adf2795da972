import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { changePassword } from './change-password.service.ts';
import { checkResetLink, forgotPassword, resetPassword } from './reset-password.service.ts';
import { serve } from '../../serve.ts';

export const passwordsRoutes = [
  serve(passwordsHttp.change, { access: 'signed-in', ownKeyOnly: true }, ({ deps, user, body }) =>
    changePassword(deps, user, body),
  ),
  serve(passwordsHttp.forgot, { access: 'public' }, ({ deps, body, ip }) => forgotPassword(deps, body.email, ip)),
  serve(passwordsHttp.checkLink, { access: 'public' }, async ({ deps, body, ip }) => ({
    expires_at: await checkResetLink(deps, body.token, ip),
  })),
  serve(passwordsHttp.reset, { access: 'public' }, ({ deps, body, ip }) => resetPassword(deps, body, ip)),
];
