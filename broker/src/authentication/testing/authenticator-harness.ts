import type { BrokerAuthAnswer, BrokerAuthRequest } from '@belfry/schemas/http/service/internal';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { vi } from 'vitest';
import { Authenticator, type ConnectRequest, REFUSED } from '../authenticator.ts';

export const SERIAL = '1234-5678-9012-3456';
export const SECRET = 'a-secret-of-the-service';
export const WINDOW_MS = 60_000;
export const allowed: BrokerAuthAnswer = {
  result: 'allow',
  is_superuser: true,
  client_attrs: { kind: 'device', id: SERIAL },
  acl: aclFor({ kind: 'device', serial: SERIAL }),
};

export function setUp(limits: Partial<ConstructorParameters<typeof Authenticator>[2]> = {}) {
  const ask = vi.fn<(question: BrokerAuthRequest) => Promise<BrokerAuthAnswer>>().mockResolvedValue(allowed);
  const authenticator = new Authenticator(ask, SECRET, {
    AUTH_CONCURRENCY: 1,
    AUTH_QUEUE_TIMEOUT_MS: 1_000,
    AUTH_FAILURES: 3,
    AUTH_FAILURES_PER_ADDRESS: 100,
    AUTH_FAILURE_WINDOW_MS: WINDOW_MS,
    ...limits,
  });
  const connect = (overrides: Partial<ConnectRequest> = {}) =>
    authenticator.authenticate({
      clientId: 'client',
      clean: true,
      username: SERIAL,
      password: 'key',
      peer: '192.0.2.1',
      protocol: 'mqtt',
      isGone: () => false,
      ...overrides,
    });
  return { ask, authenticator, connect };
}
export const refusal = (code: number, reason: string) => ({ refusal: { code, reason, error: undefined } });
export const wrong = refusal(REFUSED.credentials, 'credentials');
export const throttled = refusal(REFUSED.credentials, 'throttled');
export const busy = refusal(REFUSED.unavailable, 'throttled');
