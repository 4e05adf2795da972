import { sign } from 'node:crypto';
import type { GoogleCredentials } from '../../../config-speech.ts';

/** Google takes no longer. */
const LIFETIME_S = 3_600;
/** A new one is made so long before the end, so that none dies on its way. */
const MARGIN_S = 300;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A JWT that a service account signs for itself, which Google's services take in the place of an access token: no
 * exchange is needed (RS256; https://google.aip.dev/auth/4111).
 * @param audience the service's address with a slash at its end
 */
export function signToken(
  { client_email, private_key, private_key_id }: GoogleCredentials,
  audience: string,
  nowMs: number,
): string {
  const issuedAt = Math.floor(nowMs / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id !== undefined && { kid: private_key_id }) };
  const claims = { iss: client_email, sub: client_email, aud: audience, iat: issuedAt, exp: issuedAt + LIFETIME_S };
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), private_key).toString('base64url')}`;
}

/** Signs a token when the last one nears its end. */
export function createTokenSource(
  credentials: GoogleCredentials,
  audience: string,
  now: () => number = Date.now,
): () => string {
  let token = '';
  let renewAt = 0;
  return () => {
    if (now() >= renewAt) {
      token = signToken(credentials, audience, now());
      renewAt = now() + (LIFETIME_S - MARGIN_S) * 1_000;
    }
    return token;
  };
}
