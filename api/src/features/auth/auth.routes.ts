import { loginAnswerSchema, loginBodySchema } from '@belfry/schemas/http/auth';
import { route } from '../../http/route.ts';
import { signIn, signOut } from './auth.service.ts';

export const authRoutes = [
  route(
    {
      method: 'post',
      path: '/auth/login',
      summary: 'Sign in with mail and password',
      access: 'public',
      body: loginBodySchema,
      answer: loginAnswerSchema,
      errors: ['wrong_credentials', 'email_not_confirmed', 'account_blocked', 'rate_limited'],
    },
    ({ deps, body, ip, req }) => signIn(deps, body, { ip, userAgent: req.headers['user-agent'] }),
  ),
  route(
    {
      method: 'delete',
      path: '/auth/session',
      summary: 'Sign out: revokes the key that the call came with',
      access: 'signed-in',
      answer: null,
    },
    ({ deps, user }) => signOut(deps, user),
  ),
];
