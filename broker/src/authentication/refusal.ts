import type { Principal } from '../principal.ts';

/** CONNACK return codes (MQTT 3.1.1 §3.2.2.3). */
export const REFUSED = { identifier: 2, unavailable: 3, credentials: 4, notAllowed: 5 } as const;
type ReturnCode = (typeof REFUSED)[keyof typeof REFUSED];
type RefusalReason =
  | 'client_id'
  | 'hook_unavailable'
  | 'credentials'
  | 'throttled'
  | 'revoked_meanwhile'
  | 'will'
  | 'too_many_connections'
  | 'gone';
export type Refusal = { code: ReturnCode; reason: RefusalReason; error?: unknown };

export type AuthenticationResult = { principal: Principal } | { refusal: Refusal };

export const refuse = (code: ReturnCode, reason: RefusalReason, error?: unknown): AuthenticationResult => ({
  refusal: { code, reason, error },
});
