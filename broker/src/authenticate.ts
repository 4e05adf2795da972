import { addressKey } from '@belfry/schemas/domain/address';
import { CLIENT_ID_MAX } from '@belfry/schemas/mqtt/client-id';
import { isSerial } from '@belfry/schemas/domain/serial';
import { Gate } from './authentication/gate.ts';
import type { AskHook } from './authentication/hook.ts';
import { secretMatcher } from './authentication/secret.ts';
import { compileAcl, serviceRights } from './authorize.ts';
import type { Config } from './config.ts';
import { FailedAttempts, type Outcome } from './limits/attempts.ts';
import type { Principal } from './principal.ts';
import type { Carrier } from './transport/carrier.ts';

export const SERVICE_USER = 'service';

/** CONNACK return codes (MQTT 3.1.1 §3.2.2.3). */
export const REFUSED = { identifier: 2, unavailable: 3, credentials: 4, notAllowed: 5 } as const;
export type ReturnCode = (typeof REFUSED)[keyof typeof REFUSED];
export type RefusalReason =
  | 'client_id'
  | 'hook_unavailable'
  | 'credentials'
  | 'throttled'
  | 'revoked_meanwhile'
  | 'will'
  | 'too_many_connections'
  | 'gone';
export type Refusal = { code: ReturnCode; reason: RefusalReason; error?: unknown };

/** What a CONNECT says. `clientId` is empty when the client left the choice to us. */
export type Hello = {
  clientId: string;
  clean: boolean;
  username: string;
  password: string;
  peer: string;
  protocol: Carrier['protocol'];
  /** Gave up while it waited: nobody needs to be asked any more. */
  isGone: () => boolean;
};

export type Answer = { principal: Principal } | { refusal: Refusal };

type Limits = Pick<Config, 'AUTH_CONCURRENCY' | 'AUTH_QUEUE_TIMEOUT_MS' | 'AUTH_FAILURES' | 'AUTH_FAILURE_WINDOW_MS'>;

const PASSWORD_MAX = 1024;

const refuse = (code: ReturnCode, reason: RefusalReason, error?: unknown): Answer => ({
  refusal: { code, reason, error },
});
/** The hook refuses NUL in any text, which would look as if it were out of order. */
const isPlausiblePassword = (password: string): boolean =>
  password !== '' && password.length <= PASSWORD_MAX && !password.includes('\0');
const isPlausible = ({ username, password }: Hello): boolean =>
  (isSerial(username) || /^\d{1,15}$/.test(username)) && isPlausiblePassword(password);

/**
 * Says who a client is. The api itself is known by the service secret, without asking anybody; everyone else is asked
 * for at the hook, and the answer lives as long as the connection.
 */
export class Authenticator {
  readonly #ask: AskHook;
  readonly #isServiceSecret: (given: string) => boolean;
  readonly #gate: Gate;
  readonly #failures: FailedAttempts;
  /** Questions under way by user name; `stale` once their rights changed. */
  readonly #pending = new Map<string, Set<{ stale: boolean }>>();

  constructor(ask: AskHook, serviceSecret: string, limits: Limits) {
    this.#ask = ask;
    this.#isServiceSecret = secretMatcher(serviceSecret);
    this.#gate = new Gate(limits.AUTH_CONCURRENCY, limits.AUTH_QUEUE_TIMEOUT_MS);
    this.#failures = new FailedAttempts(limits.AUTH_FAILURES, limits.AUTH_FAILURE_WINDOW_MS);
  }

  /** Clients that wait for their turn to be asked for. */
  get waiting(): number {
    return this.#gate.waiting;
  }

  async authenticate(hello: Hello): Promise<Answer> {
    if (hello.clientId.length > CLIENT_ID_MAX || hello.clientId.includes('\0'))
      return refuse(REFUSED.identifier, 'client_id');
    // [MQTT-3.1.3-8]: nobody could come back to a session whose id they do not know.
    if (hello.clientId === '' && !hello.clean) return refuse(REFUSED.identifier, 'client_id');
    // The api is never throttled: its secret is checked before anything that others could use up. Nobody guesses it.
    if (hello.username === SERVICE_USER) return this.#service(hello);
    // What cannot be anybody's user name or key is neither worth a question nor kept as a key of the throttle.
    if (!isPlausible(hello)) return refuse(REFUSED.credentials, 'credentials');
    return this.#throttled(hello);
  }

  /** Wrong passwords count for the peer and the user name together, so that no peer locks anybody out elsewhere. */
  async #throttled(hello: Hello): Promise<Answer> {
    const key = `${addressKey(hello.peer)} ${hello.username}`;
    const begun = this.#failures.begin(key, performance.now());
    if (begun !== 'begun') {
      return refuse(begun === 'exhausted' ? REFUSED.credentials : REFUSED.unavailable, 'throttled');
    }
    const answer = await this.#other(hello);
    this.#failures.end(key, outcomeOf(answer), performance.now());
    return answer;
  }

  /** Rights of these user names are being taken back: an answer under way to one of them is already old. */
  revoke(usernames: readonly string[]): void {
    for (const username of usernames) for (const question of this.#pending.get(username) ?? []) question.stale = true;
  }

  #service({ password }: Hello): Answer {
    if (!this.#isServiceSecret(password)) return refuse(REFUSED.credentials, 'credentials');
    return { principal: { kind: 'service', id: SERVICE_USER, rights: serviceRights } };
  }

  async #other(hello: Hello): Promise<Answer> {
    const { username } = hello;
    const question = { stale: false };
    const questions = this.#pending.get(username) ?? new Set();
    this.#pending.set(username, questions.add(question));
    try {
      return await this.#gate.through(async () => {
        if (hello.isGone()) return refuse(REFUSED.unavailable, 'gone');
        return judge(await this.#ask(questionOf(hello)), question);
      });
    } catch (error) {
      return refuse(REFUSED.unavailable, 'hook_unavailable', error);
    } finally {
      if (questions.delete(question) && questions.size === 0) this.#pending.delete(username);
    }
  }
}

function outcomeOf(answer: Answer): Outcome {
  if ('principal' in answer) return 'success';
  return answer.refusal.reason === 'credentials' ? 'failure' : 'none';
}

const questionOf = ({ clientId, username, password, peer, protocol }: Hello) => ({
  clientid: clientId,
  username,
  password,
  peerhost: peer,
  protocol,
});

/** The list is the only source of rights: `is_superuser` widens nothing. */
function judge(answer: Awaited<ReturnType<AskHook>>, question: { stale: boolean }): Answer {
  if (answer.result === 'deny') return refuse(REFUSED.credentials, 'credentials');
  if (question.stale) return refuse(REFUSED.unavailable, 'revoked_meanwhile');
  const { kind, id } = answer.client_attrs;
  return { principal: { kind, id, rights: compileAcl(answer.acl) } };
}
