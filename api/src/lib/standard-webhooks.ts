import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_HEADERS, WEBHOOK_TOLERANCE_S } from '@belfry/schemas/domain/webhook-events';

/** Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of id, time and body. */

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const VERSION = 'v1';
/** More signatures than two are of no use to anybody. */
const SIGNATURES_MAX = 10;

/** A new secret: `whsec_` and 256 random bits in Base64. */
export const createWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export type WebhookMessage = {
  /** The same in every attempt. */
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
};

/** The headers of a message, with a signature for each secret that is valid now. */
export const signedHeaders = (message: WebhookMessage, secrets: readonly string[]): Record<string, string> => ({
  [WEBHOOK_HEADERS.id]: message.id,
  [WEBHOOK_HEADERS.timestamp]: String(message.timestamp),
  [WEBHOOK_HEADERS.signature]: secrets
    .map((secret) => `${VERSION},${signatureOf(message, secret).toString('base64')}`)
    .join(' '),
});

/** Why a message is refused. */
export type SignatureFault = 'missing' | 'too_old' | 'too_new' | 'wrong';
export type ReceivedMessage = { id: string; timestamp: string; signature: string; body: string };

/**
 * Compares the signatures of a received message with those of the secrets, in constant time, and its time with `now`.
 * @returns null where it is genuine
 */
export function findSignatureFault(
  { id, timestamp, signature, body }: ReceivedMessage,
  secrets: readonly string[],
  now = Date.now(),
): SignatureFault | null {
  if (id === '' || signature === '' || !/^\d{1,12}$/.test(timestamp)) return 'missing';
  const seconds = Number(timestamp);
  const ageS = now / 1_000 - seconds;
  if (ageS > WEBHOOK_TOLERANCE_S) return 'too_old';
  if (ageS < -WEBHOOK_TOLERANCE_S) return 'too_new';
  const expected = secrets.map((secret) => signatureOf({ id, timestamp: seconds, body }, secret));
  const given = signature.split(' ').slice(0, SIGNATURES_MAX).flatMap(toBytes);
  // Every pair is compared, so that the time does not tell which one differs.
  const equal = given.flatMap((bytes) => expected.map((right) => isEqual(bytes, right)));
  return equal.includes(true) ? null : 'wrong';
}

const signatureOf = ({ id, timestamp, body }: WebhookMessage, secret: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');

/** `v1,BASE64`; signatures of other versions are ignored. */
function toBytes(part: string): Buffer[] {
  const [version, encoded = ''] = part.split(',');
  return version === VERSION ? [Buffer.from(encoded, 'base64')] : [];
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
