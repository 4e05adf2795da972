import type { Scope } from '@belfry/schemas/domain/scopes';
import { BACKGROUND_HEADER } from '@belfry/schemas/domain/session';
import { API_KEY_PREFIX } from '@belfry/schemas/http/api-keys/api-keys';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { secretsEqual } from '../../lib/keys.ts';
import {
  type ApiKeyScopes,
  roleSuffices,
  type DevicePrincipal,
  type DirectoryPrincipal,
  type Principal,
} from './principal.ts';
import type { RouteSpec } from './route.ts';
import type { WrongKeys } from './wrong-keys.ts';

export type GuardDeps = {
  /**
   * Finds the caller behind a key, which a person or a page uses; null for an unknown or expired one. `setup`: a key for setting up a second
   * factor counts.
   */
  auth: { authenticate(key: string, options: { use: 'person' | 'page'; setup: boolean }): Promise<Principal | null> };
  /** Null for a wrong key and a blocked device. */
  deviceKeys: { authenticate(serial: string, key: string): Promise<DevicePrincipal | null> };
  directories: { authenticate(token: string): Promise<DirectoryPrincipal | null> };
  wrongKeys: WrongKeys;
  config: Pick<Config, 'SERVICE_SECRET' | 'MQTT_ENGINE_SECRET'>;
};

type Guarded = Pick<RouteSpec, 'access' | 'ownKeyOnly' | 'setupKey'> & { scopes?: ReadonlySet<Scope> | 'every' };

const NO_SCOPES: ReadonlySet<Scope> = new Set();

/** The caller is kept in `res.locals.user`. */
export function guard(
  { access, ownKeyOnly = false, setupKey = false, scopes = NO_SCOPES }: Guarded,
  deps: GuardDeps,
): RequestHandler {
  const { auth, deviceKeys, directories, wrongKeys, config } = deps;
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
    case 'engine':
      return (req, res, next) => {
        const secret = config.MQTT_ENGINE_SECRET;
        if (secret === undefined || !secretsEqual(engineSecretOf(req), secret))
          throw unauthenticated('The secret of the engine is wrong');
        res.locals['user'] = null;
        next();
      };
    case 'scim':
      return async (req, res, next) => {
        const token = keyOf(req);
        const directory = await wrongKeys.limit(req.ip ?? '', token, () => directories.authenticate(token));
        if (!directory) throw unauthenticated('The token of the directory is wrong');
        res.locals['user'] = null;
        res.locals['directory'] = directory;
        next();
      };
    case 'device-or-admin':
    case 'device-or-signed-in': {
      const person = access === 'device-or-admin' ? 'admin' : 'signed-in';
      const forPeople = guard({ access: person, ownKeyOnly, scopes }, deps);
      return async (req, res, next) => {
        const credentials = basicCredentialsOf(req);
        if (!credentials) return forPeople(req, res, next);
        const device = await wrongKeys.limit(req.ip ?? '', credentials.join(':'), () =>
          deviceKeys.authenticate(...credentials),
        );
        if (!device) throw unauthenticated('The serial or the device key is wrong');
        res.locals['user'] = null;
        res.locals['device'] = device;
        next();
      };
    }
    case 'signed-in':
    case 'admin':
    case 'root':
      return async (req, res, next) => {
        const key = keyOf(req);
        const use = req.headers[BACKGROUND_HEADER] === undefined ? 'person' : 'page';
        const principal = await wrongKeys.limit(req.ip ?? '', key, () =>
          auth.authenticate(key, { use, setup: setupKey }),
        );
        if (!principal) throw unauthenticated(key.startsWith(API_KEY_PREFIX) ? PROGRAM_KEY_ENDED : SESSION_ENDED);
        const user = requireRole(principal, access);
        if (user.api_key) requireScope(user.api_key, scopes);
        if (ownKeyOnly && user.opened_by) throw new AppError('forbidden', WHILE_IMPERSONATING);
        res.locals['user'] = user;
        next();
      };
  }
}

const SESSION_ENDED = 'Your session has ended. Please sign in again.';
const PROGRAM_KEY_ENDED = 'This API key has ended or is unknown.';
const WHILE_IMPERSONATING = 'This is not possible while you work as somebody else.';

function requireScope({ scopes: granted }: ApiKeyScopes, scopes: ReadonlySet<Scope> | 'every'): void {
  if (scopes === 'every' || [...scopes].some((scope) => granted.has(scope))) return;
  const needed = [...scopes].join(' or ');
  throw new AppError(
    'forbidden',
    needed === '' ? 'Keys of programs cannot call this' : `This key lacks the scope ${needed}`,
  );
}

function requireRole(user: Principal, access: 'signed-in' | 'admin' | 'root'): Principal {
  if (roleSuffices(access, user.role)) return user;
  throw new AppError('forbidden', 'Access denied. Administrator privileges required.');
}

/** Reads `Authorization: <key>` or `Bearer <key>`; see AUTH-6. */
export function keyOf(req: Request): string {
  const header = req.headers.authorization?.trim();
  if (!header) throw unauthenticated('Please sign in first');
  return header.replace(/^bearer\s+/i, '');
}

/** The Authorization header, or `?secret=` for an engine that can set no headers. */
function engineSecretOf(req: Request): string {
  const { secret } = req.query;
  return typeof secret === 'string' ? secret : keyOf(req);
}

/** The user name and password of HTTP Basic, empty where they are malformed; null for another kind of credentials. */
function basicCredentialsOf(req: Request): [name: string, password: string] | null {
  const header = req.headers.authorization?.trim() ?? '';
  if (!/^basic\b/i.test(header)) return null;
  const encoded = /^basic\s+([A-Za-z0-9+/]{1,400}={0,2})$/i.exec(header)?.[1] ?? '';
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [name, rest.join(':')];
}

const unauthenticated = (message: string): AppError => new AppError('unauthenticated', message);
