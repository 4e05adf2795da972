import { addressKey } from '@belfry/schemas/domain/address';
import { CLIENT_ID_MAX } from '@belfry/schemas/mqtt/client-id';
import { isUserName } from '@belfry/schemas/domain/ids';
import { isSerial } from '@belfry/schemas/domain/serial';
import { compileAcl, serviceRights } from '@belfry/schemas/mqtt/authorize';
import { compileDeviceAcl } from '@belfry/schemas/mqtt/device-acl';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { AskHook } from './hook.ts';
import { secretMatcher } from './secret.ts';
import type { Config } from '../config.ts';
import { FailedAttempts, type Outcome } from '../limits/failed-attempts.ts';
import type { Transport } from '../transport/transport.ts';
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
  | 'two_devices'
  | 'gone';
export type Refusal = { code: ReturnCode; reason: RefusalReason; error?: unknown };

export type AuthenticationResult = { principal: Principal } | { refusal: Refusal };

const refuse = (code: ReturnCode, reason: RefusalReason, error?: unknown): AuthenticationResult => ({
  refusal: { code, reason, error },
});

export const SERVICE_USER = 'service';

/** `clientId` is empty when the broker is to assign one. */
export type ConnectRequest = {
  clientId: string;
  clean: boolean;
  username: string;
  password: string;
  peer: string;
  protocol: Transport['protocol'];
  /** The client has closed its connection, so that the hook need not be called any more. */
  isGone: () => boolean;
};

type Limits = Pick<
  Config,
  | 'AUTH_CONCURRENCY'
  | 'AUTH_QUEUE_TIMEOUT_MS'
  | 'AUTH_FAILURES'
  | 'AUTH_FAILURES_PER_ADDRESS'
  | 'AUTH_FAILURE_WINDOW_MS'
>;

const PASSWORD_MAX = 1024;

/** The hook rejects NUL in any text, which would be counted as an unavailable hook. */
const isPlausiblePassword = (password: string): boolean =>
  password !== '' && password.length <= PASSWORD_MAX && !password.includes('\0');
const isPlausible = ({ username, password }: ConnectRequest): boolean =>
  (isSerial(username) || isUserName(username)) && isPlausiblePassword(password);

const ACCEPTED_MAX = 50_000;

/**
 * Authenticates clients. The api itself is recognised by the service secret; for every other client the hook is called,
 * and its answer is valid for as long as the connection.
 */
export class Authenticator {
  readonly #ask: AskHook;
  readonly #isServiceSecret: (given: string) => boolean;
  readonly #limiter: ConcurrencyLimiter;
  readonly #failures: FailedAttempts;
  readonly #addressFailures: FailedAttempts;
  /** Addresses with the user names that were accepted from there: one hostile client of an address keeps none of them out. */
  readonly #accepted = new Set<string>();
  /** Hook calls in progress by user name; `stale` is set when the rights of the user change during the call. */
  readonly #pending = new Map<string, Set<{ stale: boolean }>>();

  constructor(ask: AskHook, serviceSecret: string, limits: Limits) {
    this.#ask = ask;
    this.#isServiceSecret = secretMatcher(serviceSecret);
    this.#limiter = new ConcurrencyLimiter(limits.AUTH_CONCURRENCY, limits.AUTH_QUEUE_TIMEOUT_MS);
    this.#failures = new FailedAttempts(limits.AUTH_FAILURES, limits.AUTH_FAILURE_WINDOW_MS);
    this.#addressFailures = new FailedAttempts(limits.AUTH_FAILURES_PER_ADDRESS, limits.AUTH_FAILURE_WINDOW_MS);
  }

  get waiting(): number {
    return this.#limiter.waiting;
  }

  async authenticate(request: ConnectRequest): Promise<AuthenticationResult> {
    if (request.clientId.length > CLIENT_ID_MAX || request.clientId.includes('\0'))
      return refuse(REFUSED.identifier, 'client_id');
    // [MQTT-3.1.3-8]: a client could not resume a session whose id it does not know.
    if (request.clientId === '' && !request.clean) return refuse(REFUSED.identifier, 'client_id');
    // The api is not throttled: its secret, which is too long to guess, is checked before any limit that others could exhaust.
    if (request.username === SERVICE_USER) return this.#service(request);
    // A user name or key that cannot be valid causes no hook call and is not stored as a key of the throttle.
    if (!isPlausible(request)) return refuse(REFUSED.credentials, 'credentials');
    return this.#throttled(request);
  }

  /**
   * Failures count per peer address and user name, so that nobody can lock a user out at another address, and per address, so that one
   * that tries a key with each name is limited, too: then only those get in who did so before, and two others a second. A success does
   * not clear those of the address.
   */
  async #throttled(request: ConnectRequest): Promise<AuthenticationResult> {
    const address = addressKey(request.peer);
    const key = `${address} ${request.username}`;
    if (!this.#accepted.has(key) && this.#addressFailures.refuses(address, performance.now()))
      return refuse(REFUSED.credentials, 'throttled');
    const attempt = this.#failures.begin(key, performance.now());
    if (attempt !== 'begun') {
      return refuse(attempt === 'exhausted' ? REFUSED.credentials : REFUSED.unavailable, 'throttled');
    }
    const result = await this.#callHook(request);
    const outcome = outcomeOf(result);
    this.#failures.end(key, outcome, performance.now());
    if (outcome === 'failure') this.#addressFailures.fail(address, performance.now());
    if (outcome === 'success') this.#remember(key);
    return result;
  }

  #remember(key: string): void {
    this.#accepted.delete(key);
    this.#accepted.add(key);
    if (this.#accepted.size <= ACCEPTED_MAX) return;
    const [oldest] = this.#accepted;
    if (oldest !== undefined) this.#accepted.delete(oldest);
  }

  /** The rights of these user names are revoked: the result of a hook call in progress for one of them is outdated. */
  revoke(usernames: readonly string[]): void {
    for (const username of usernames) for (const call of this.#pending.get(username) ?? []) call.stale = true;
  }

  #service({ password }: ConnectRequest): AuthenticationResult {
    if (!this.#isServiceSecret(password)) return refuse(REFUSED.credentials, 'credentials');
    return { principal: { kind: 'service', id: SERVICE_USER, rights: serviceRights } };
  }

  async #callHook(request: ConnectRequest): Promise<AuthenticationResult> {
    const { username } = request;
    const call = { stale: false };
    const calls = this.#pending.get(username) ?? new Set();
    this.#pending.set(username, calls.add(call));
    try {
      return await this.#limiter.run(async () => {
        if (request.isGone()) return refuse(REFUSED.unavailable, 'gone');
        return toResult(await this.#ask(hookRequest(request)), call);
      });
    } catch (error) {
      return refuse(REFUSED.unavailable, 'hook_unavailable', error);
    } finally {
      if (calls.delete(call) && calls.size === 0) this.#pending.delete(username);
    }
  }
}

function outcomeOf(result: AuthenticationResult): Outcome {
  if ('principal' in result) return 'success';
  return result.refusal.reason === 'credentials' ? 'failure' : 'none';
}

const hookRequest = ({ clientId, username, password, peer, protocol }: ConnectRequest) => ({
  clientid: clientId,
  username,
  password,
  peerhost: peer,
  protocol,
});

/** The access list is the only source of rights: `is_superuser` grants nothing. */
function toResult(answer: Awaited<ReturnType<AskHook>>, call: { stale: boolean }): AuthenticationResult {
  if (answer.result === 'deny') return refuse(REFUSED.credentials, 'credentials');
  if (call.stale) return refuse(REFUSED.unavailable, 'revoked_meanwhile');
  const { kind, id } = answer.client_attrs;
  const rights = kind === 'device' ? compileDeviceAcl(id, answer.acl) : compileAcl(answer.acl);
  return { principal: { kind, id, rights } };
}
