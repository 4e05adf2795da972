import {
  emailBodySchema,
  loginAnswerSchema,
  loginBodySchema,
  loginOutcomeSchema,
} from '@belfry/schemas/http/accounts/auth';
import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import { twoFactorLoginBodySchema } from '@belfry/schemas/http/accounts/two-factor';
import type { Request } from 'express';
import { routeWith } from '../../http/routes/route.ts';
import type { AuthDeps } from './deps.ts';
import { signIn, signOut } from './auth.service.ts';
import type { Origin } from './session-keys.ts';
import { completeSignIn } from './two-step.service.ts';
import { requestUnlock } from './unlock.service.ts';

const route = routeWith<AuthDeps>();

const originOf = (ip: string, req: Request): Origin => ({ ip, userAgent: req.headers['user-agent'] });

export const authRoutes = [
  route(
    {
      method: 'post',
      path: '/auth/login',
      summary: 'Sign in with mail and password',
      description: 'Answers a key, or a challenge for users with two-factor sign-in.',
      access: 'public',
      body: loginBodySchema,
      answer: loginOutcomeSchema,
      errors: ['wrong_credentials', 'email_not_confirmed', 'account_blocked', 'rate_limited', 'link_expired'],
    },
    ({ deps, body, ip, req }) => signIn(deps, body, originOf(ip, req)),
  ),
  route(
    {
      method: 'post',
      path: '/auth/login/two-factor',
      summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code',
      access: 'public',
      body: twoFactorLoginBodySchema,
      answer: loginAnswerSchema,
      errors: ['wrong_code', 'challenge_expired', 'account_blocked', 'rate_limited'],
    },
    ({ deps, body, ip, req }) => completeSignIn(deps, body, originOf(ip, req)),
  ),
  route(
    {
      method: 'post',
      path: '/auth/unlock',
      summary: 'Mail a one-time link by which the owner signs in while too many attempts were made',
      description:
        'Answers the same whether or not there is such an account. Its token goes into `unlock` of the sign-in.',
      access: 'public',
      body: emailBodySchema,
      answer: messageAnswerSchema,
      errors: ['rate_limited'],
    },
    ({ deps, body, ip }) => requestUnlock(deps, body.email, ip),
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
