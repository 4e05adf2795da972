import { emailBodySchema } from '@belfry/schemas/http/accounts/auth';
import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import {
  changePasswordBodySchema,
  resetCheckAnswerSchema,
  resetCheckBodySchema,
  resetPasswordBodySchema,
} from '@belfry/schemas/http/accounts/passwords';
import { routeWith } from '../../http/routes/route.ts';
import type { PasswordsDeps } from './deps.ts';
import { changePassword } from './change-password.service.ts';
import { checkResetLink, forgotPassword, resetPassword } from './reset-password.service.ts';

const route = routeWith<PasswordsDeps>();

export const passwordsRoutes = [
  route(
    {
      method: 'put',
      path: '/auth/change/password',
      summary: 'Change the password of the user; every other session ends',
      access: 'signed-in',
      ownKeyOnly: true,
      body: changePasswordBodySchema,
      answer: messageAnswerSchema,
      errors: ['wrong_password', 'forbidden', 'rate_limited'],
    },
    ({ deps, user, body }) => changePassword(deps, user, body),
  ),
  route(
    {
      method: 'post',
      path: '/users/forgot-password',
      summary: 'Mail a one-time link to set a new password',
      description: 'Answers the same whether or not there is such an account.',
      access: 'public',
      body: emailBodySchema,
      answer: messageAnswerSchema,
      errors: ['rate_limited'],
    },
    ({ deps, body, ip }) => forgotPassword(deps, body.email, ip),
  ),
  route(
    {
      method: 'post',
      path: '/auth/reset/check',
      summary: 'Whether a one-time link still works',
      access: 'public',
      body: resetCheckBodySchema,
      answer: resetCheckAnswerSchema,
      errors: ['link_expired', 'rate_limited'],
    },
    async ({ deps, body, ip }) => ({ expires_at: await checkResetLink(deps, body.token, ip) }),
  ),
  route(
    {
      method: 'put',
      path: '/auth/reset/password',
      summary: 'Set a new password by the one-time link; every session ends',
      access: 'public',
      body: resetPasswordBodySchema,
      answer: messageAnswerSchema,
      errors: ['link_expired', 'rate_limited'],
    },
    ({ deps, body, ip }) => resetPassword(deps, body, ip),
  ),
];
