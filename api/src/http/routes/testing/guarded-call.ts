import type { Request, Response } from 'express';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Scope } from '@belfry/schemas/domain/scopes';
import { expect, vi } from 'vitest';
import type { AppError } from '../../../errors.ts';
import { guard } from '../guard.ts';
import type { Access, Principal } from '../principal.ts';
import { createWrongKeys } from '../wrong-keys.ts';

export const SERVICE_SECRET = 'the-service-secret';
export const ENGINE_SECRET = 'the-secret-of-the-engine';
export const UNKNOWN_KEY = 'unknown';
export const DEVICE_KEY = 'the-key-of-the-device';
export const DIRECTORY_TOKEN = 'the-token-of-the-directory';

export const principal = (role: Role, opened_by: Principal['opened_by'] = null): Principal => ({
  id: 7,
  role,
  key_id: 1,
  key_created_at: new Date(0),
  opened_by,
});

type Call = {
  header?: string;
  query?: object;
  user?: Principal;
  ownKeyOnly?: boolean;
  setupKey?: boolean;
  scopes?: ReadonlySet<Scope> | 'every';
  headers?: Record<string, string>;
  engineSecret?: string | undefined;
};

export async function call(access: Access, options: Call) {
  const { header, query = {}, user, headers = {}, ownKeyOnly, setupKey, scopes } = options;
  const engineSecret = 'engineSecret' in options ? options.engineSecret : ENGINE_SECRET;
  const authenticate = vi.fn(async (key: string, _options: { use: 'person' | 'page'; setup: boolean }) =>
    key === UNKNOWN_KEY ? null : (user ?? null),
  );
  const deviceKeys = {
    authenticate: async (serial: string, key: string) =>
      key === DEVICE_KEY ? { device_id: 3, serial, owner_id: 8, company_id: 9, device_mode: 'active' as const } : null,
  };
  const directories = {
    authenticate: async (token: string) => (token === DIRECTORY_TOKEN ? { provider_id: 5, owner_id: 7 } : null),
  };
  const config = { SERVICE_SECRET, MQTT_ENGINE_SECRET: engineSecret };
  const check = guard(
    { access, ownKeyOnly, setupKey, scopes },
    { auth: { authenticate }, deviceKeys, directories, wrongKeys: createWrongKeys(1), config },
  );
  const res = { locals: {} as Record<string, unknown> };
  const next = vi.fn<() => void>();
  const req = { headers: { authorization: header, ...headers }, query } as unknown as Request;
  const refused = await (async () => check(req, res as unknown as Response, next))().then(
    () => null,
    (error: AppError) => error,
  );
  expect(next).toHaveBeenCalledTimes(refused === null ? 1 : 0);
  if (refused !== null) expect(res.locals).toEqual({});
  const { device, directory } = res.locals;
  return {
    refused: refused?.status ?? null,
    user: res.locals['user'],
    lookups: authenticate.mock.calls,
    ...(refused ? { message: refused.message } : {}),
    ...(device ? { device } : {}),
    ...(directory ? { directory } : {}),
  };
}
