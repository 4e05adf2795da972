import type { Config } from '../../config/config.ts';
import { networksOf } from '../../config/networks.ts';
import { createOutboundFetch, networkProblem } from '../../lib/outbound-fetch.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import { createTypedAddressCheck } from '../../lib/typed-address.ts';
import { BELFRY_VERSION } from '../../version.ts';

const TIMEOUT_MS = 10_000;
/** Nobody reads what a receiver answers; so much of it is received. */
const ANSWER_BYTES_MAX = 65_536;
/** Longest wait for which a receiver may ask; a webhook to which nothing arrives for 24 hours is given up. */
const RETRY_AFTER_MAX_MS = 6 * 3_600_000;
const GONE = 410;
/** The receiver is there and does not take anything now. */
const BUSY = new Set([408, 425, 429]);

/**
 * What became of an attempt. `away`: nothing answers, or the receiver cannot take anything now; `rejected`: it does not take this message; `gone`: it
 * does not want any more.
 */
export type Attempt =
  | { outcome: 'delivered'; status: number }
  | {
      outcome: 'away' | 'rejected' | 'gone';
      status: number | null;
      error: string;
      retryAfterMs: number | null;
    };

export type WebhookSender = {
  /** Throws unprocessable for an address to which nothing may be sent. */
  check(url: string): Promise<void>;
  /** Makes one attempt of 10 s at most. Never rejects. */
  send(url: string, message: { headers: Record<string, string>; body: string }): Promise<Attempt>;
};

declare module '../../deps.ts' {
  interface Deps {
    webhookSender: WebhookSender;
  }
}

/** Sends to public addresses with TLS, and to what WEBHOOK_ALLOW has; follows no redirect. */
export function createWebhookSender({ WEBHOOK_ALLOW }: Pick<Config, 'WEBHOOK_ALLOW'>): WebhookSender {
  const allowed = networksOf(WEBHOOK_ALLOW);
  const outbound = createOutboundFetch({
    allowed,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES_MAX,
    readsBody: false,
  });

  return {
    check: createTypedAddressCheck(allowed, { path: 'url', nothing: 'Nothing is sent to this address' }),
    async send(url, { headers, body }) {
      const common = { 'content-type': 'application/json', 'user-agent': `Belfry/${BELFRY_VERSION}` };
      try {
        const answer = await outbound(url, { method: 'POST', headers: { ...common, ...headers }, body });
        return attemptOf(answer.status, readRetryAfter(answer.headers, RETRY_AFTER_MAX_MS));
      } catch (error) {
        return { outcome: 'away', status: null, error: networkProblem(error, 'sent'), retryAfterMs: null };
      }
    },
  };
}

function attemptOf(status: number, retryAfterMs: number | null): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status };
  if (status === GONE)
    return { outcome: 'gone', status, error: 'The receiver does not want any more (410)', retryAfterMs: null };
  if (status >= 300 && status < 400)
    return {
      outcome: 'rejected',
      status,
      error: `The receiver redirects (${status}), which is not followed`,
      retryAfterMs,
    };
  const outcome = status >= 500 || BUSY.has(status) ? 'away' : 'rejected';
  const wait = retryAfterMs === null ? '' : `, and asks for ${Math.ceil(retryAfterMs / 1_000)} s without messages`;
  return { outcome, status, error: `The receiver answered ${status}${wait}`, retryAfterMs };
}
