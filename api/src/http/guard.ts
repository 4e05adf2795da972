import type { Request, RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { secretsEqual } from '../lib/keys.ts';
import { roleSuffices, type Principal } from './principal.ts';
import type { RouteSpec } from './route.ts';

export type GuardDeps = {
  /** Finds the caller behind a key; null for an unknown or expired one. */
  auth: { authenticate(key: string): Promise<Principal | null> };
  config: Pick<Config, 'SERVICE_SECRET'>;
};

/** Lets a request through to a route of this access; the caller is kept in `res.locals.user`. */
export function guard(
  { access, ownKeyOnly = false }: Pick<RouteSpec, 'access' | 'ownKeyOnly'>,
  { auth, config }: GuardDeps,
): RequestHandler {
  switch (access) {
    case 'public':
      return (_req, res, next) => {
        res.locals['user'] = null;
        next();
      };
    case 'service':
      return (req, res, next) => {
        if (!secretsEqual(keyOf(req), config.SERVICE_SECRET)) throw unauthenticated('The service secret is wrong');
        res.locals['user'] = null;
        next();
      };
    case 'signed-in':
    case 'admin':
    case 'root':
      return async (req, res, next) => {
        const user = requireRole(await auth.authenticate(keyOf(req)), access);
        if (ownKeyOnly && user.opened_by) throw new AppError('forbidden', WORKING_AS_ANOTHER);
        res.locals['user'] = user;
        next();
      };
  }
}

const WORKING_AS_ANOTHER = 'This is not possible while you work as somebody else.';

function requireRole(user: Principal | null, access: 'signed-in' | 'admin' | 'root'): Principal {
  if (!user) throw unauthenticated('Your session has ended. Please sign in again.');
  if (roleSuffices(access, user.role)) return user;
  throw new AppError('forbidden', 'Access denied. Administrator privileges required.');
}

/** Reads `Authorization: <key>` or `Bearer <key>`; see AUTH-6. */
export function keyOf(req: Request): string {
  const header = req.headers.authorization?.trim();
  if (!header) throw unauthenticated('Please sign in first');
  return header.replace(/^bearer\s+/i, '');
}

const unauthenticated = (message: string): AppError => new AppError('unauthenticated', message);
