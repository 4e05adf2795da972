import { authHttp } from '@belfry/schemas/http/accounts/auth';
import type { Request } from 'express';
import { signIn, signOut } from './auth.service.ts';
import type { Origin } from './session-keys.ts';
import { completeSignIn } from './two-step.service.ts';
import { requestUnlock } from './unlock.service.ts';
import { serve } from '../../../serve.ts';

const originOf = (ip: string, req: Request): Origin => ({ ip, userAgent: req.headers['user-agent'] });

export const authRoutes = [
  serve(authHttp.signIn, { access: 'public' }, ({ deps, body, ip, req }) => signIn(deps, body, originOf(ip, req))),
  serve(authHttp.completeSignIn, { access: 'public' }, ({ deps, body, ip, req }) =>
    completeSignIn(deps, body, originOf(ip, req)),
  ),
  serve(authHttp.requestUnlock, { access: 'public' }, ({ deps, body, ip }) => requestUnlock(deps, body.email, ip)),
  serve(authHttp.signOut, { access: 'signed-in' }, ({ deps, user }) => signOut(deps, user)),
];
