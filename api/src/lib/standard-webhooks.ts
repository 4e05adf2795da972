import { randomBytes } from 'node:crypto';
import { WEBHOOK_HEADERS } from '@belfry/schemas/domain/webhook-events';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const SECRET_BYTES = 32;
/** More signatures than two are of no use to anybody. */
const SIGNATURES_MAX = 10;

/** A new secret: `whsec_` and 256 random bits in Base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export type WebhookMessage = {
  /** The same in every attempt. */
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
};

/** The headers of a message, with a signature for each secret that is valid now. */
export const signedHeaders = (
  { id, timestamp, body }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> => ({
  [WEBHOOK_HEADERS.id]: id,
  [WEBHOOK_HEADERS.timestamp]: String(timestamp),
  [WEBHOOK_HEADERS.signature]: secrets
    .map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1_000), body))
    .join(' '),
});

export type SignatureFault = 'missing' | 'too_old' | 'too_new' | 'wrong';
export type ReceivedMessage = { id: string; timestamp: string; signature: string; body: string };

/** @returns null where one of the secrets has signed the message within five minutes of now */
export function findSignatureFault(
  { id, timestamp, signature, body }: ReceivedMessage,
  secrets: readonly string[],
): SignatureFault | null {
  if (id === '' || signature === '' || !/^\d{1,12}$/.test(timestamp)) return 'missing';
  const headers = {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: signature.split(' ').slice(0, SIGNATURES_MAX).join(' '),
  };
  const faults = secrets.map((secret) =>
    faultOf(() => new Webhook(secret).verify(body, headers, { jsonParse: false })),
  );
  return faults.includes(null) ? null : (faults[0] ?? 'wrong');
}

function faultOf(verify: () => unknown): SignatureFault | null {
  try {
    verify();
    return null;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return error.message.endsWith('too old') ? 'too_old' : error.message.endsWith('too new') ? 'too_new' : 'wrong';
  }
}
