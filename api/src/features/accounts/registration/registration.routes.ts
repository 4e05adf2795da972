import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { confirm, resend } from './confirmation.service.ts';
import { register } from './registration.service.ts';
import { serve } from '../../../serve.ts';

export const registrationRoutes = [
  serve(registrationHttp.mode, { access: 'public' }, ({ deps }) => ({ mode: deps.config.REGISTRATION })),
  serve(registrationHttp.register, { access: 'public' }, ({ deps, body, ip }) => register(deps, body, ip)),
  serve(registrationHttp.confirmEmail, { access: 'public' }, ({ deps, body: { email, code, user_id }, ip }) =>
    confirm(deps, 'email', { contact: email, code, ip, userId: user_id }),
  ),
  serve(registrationHttp.confirmPhone, { access: 'public' }, ({ deps, body: { phone, code, user_id }, ip }) =>
    confirm(deps, 'phone', { contact: phone, code, ip, userId: user_id }),
  ),
  serve(registrationHttp.resendEmail, { access: 'public' }, ({ deps, body: { email }, ip }) =>
    resend(deps, 'email', { contact: email, ip }),
  ),
  serve(registrationHttp.resendPhone, { access: 'public' }, ({ deps, body: { phone }, ip }) =>
    resend(deps, 'phone', { contact: phone, ip }),
  ),
];
