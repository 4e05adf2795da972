import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Config } from '../../../config/config.ts';
import { networksOf } from '../../../config/networks.ts';
import { pushContactOf } from '../../../config/push-contact.ts';
import { fieldError } from '../../../errors.ts';
import { createOutboundFetch, ForbiddenAddress } from '../../../lib/outbound-fetch.ts';
import { readRetryAfter } from '../../../lib/retry-after.ts';
import { createTypedAddressCheck } from '../../../lib/typed-address.ts';
import type { PushKeys } from './push-keys.ts';
import { payloadOf, topicOf, type PushText, type Urgency } from './push-message.ts';

const TIMEOUT_MS = 10_000;
/** What a push service answers is not read by anybody. */
const ANSWER_BYTES_MAX = 65_536;
const GONE = new Set([404, 410]);
const FORBIDDEN = 403;
export const NO_CONTACT =
  'The push service does not take the contact of this installation: set PUSH_CONTACT to a public mail address or https address';
/** Too large, too often, or not now: a later attempt may succeed. */
const LATER = new Set([408, 413, 425, 429]);

export type Browser = { endpoint: string; p256dh: string; auth: string };
export type PushMessage = { text: PushText; urgency: Urgency; ttlS: number };
/** `away`: nothing answers, or the service does not take anything now; `gone`: the browser does not want any more. */
export type PushAttempt =
  | { outcome: 'delivered' }
  | { outcome: 'away' | 'rejected' | 'gone'; error: string; retryAfterS?: number };

export type PushSender = {
  /** Throws unprocessable for an address to which nothing may be sent, and for a key that is none. */
  check(browser: Pick<Browser, 'endpoint' | 'p256dh'>): Promise<void>;
  /** Encrypts a message and makes one attempt of 10 s at most. Never rejects. */
  send(browser: Browser, message: PushMessage, keys: PushKeys): Promise<PushAttempt>;
};

type SenderConfig = Pick<Config, 'WEBHOOK_ALLOW' | 'PUBLIC_URL' | 'PUSH_CONTACT' | 'MAIL_FROM'>;

/** Sends to public addresses with TLS, and to what WEBHOOK_ALLOW has; follows no redirect. */
export function createPushSender(config: SenderConfig): PushSender {
  const allowed = networksOf(config.WEBHOOK_ALLOW);
  const outbound = createOutboundFetch({
    allowed,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES_MAX,
    readsBody: false,
  });
  const checkAddress = createTypedAddressCheck(allowed, {
    path: 'endpoint',
    nothing: 'Nothing is sent to this address',
  });
  const contact = pushContactOf(config);
  // Other services than that of Apple take a contact that nobody finds.
  const subject = contact ?? 'mailto:nobody@belfry.local';

  return {
    async check({ endpoint, p256dh }) {
      if (!isPoint(p256dh)) throw fieldError('unprocessable', 'p256dh', 'This is no key of a browser');
      await checkAddress(endpoint);
    },
    async send({ endpoint, p256dh, auth }, { text, urgency, ttlS }, keys) {
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          payloadOf(text),
          {
            vapidDetails: { subject, ...keys },
            TTL: ttlS,
            urgency,
            topic: topicOf(text.tag),
            contentEncoding: 'aes128gcm',
          },
        );
        const sent = await outbound(endpoint, { method: 'POST', headers: textsOf(headers), body });
        if (sent.status === FORBIDDEN && contact === null) return { outcome: 'rejected', error: NO_CONTACT };
        return attemptOf(sent.status, readRetryAfter(sent.headers, RETRY_AFTER_MAX_MS));
      } catch (error) {
        return { outcome: 'away', error: describe(error) };
      }
    },
  };
}

/** The length of the body is set by what sends it. */
const textsOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  );

/** Nothing can be encrypted for a key that is no point of the curve. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

const RETRY_AFTER_MAX_MS = 3_600_000;

function attemptOf(status: number, retryAfterMs: number | null): PushAttempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  if (GONE.has(status)) return { outcome: 'gone', error: `The browser does not take messages any more (${status})` };
  const error = `The push service answered ${status}`;
  if (status < 500 && !LATER.has(status)) return { outcome: 'rejected', error };
  return { outcome: 'away', error, ...(retryAfterMs !== null && { retryAfterS: Math.ceil(retryAfterMs / 1_000) }) };
}

/** Without the address, which is a secret of the browser. */
function describe(error: unknown): string {
  if (error instanceof ForbiddenAddress) return `Nothing is sent there: ${error.message}`;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'The push service has not answered within 10 seconds';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `The push service cannot be reached${code}`;
}
