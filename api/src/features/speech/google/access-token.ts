import { sign } from 'node:crypto';
import type { GoogleCredentials } from '../../../config/speech.ts';

/** The maximum that Google accepts. */
const LIFETIME_S = 3_600;
/** A new token is created this long before the end, so that none expires during a request. */
const MARGIN_S = 300;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A JWT that is signed by the service account itself, which Google's services accept instead of an access token
 * (RS256; https://google.aip.dev/auth/4111).
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

/** Returns a valid token, and signs a new one shortly before the last one expires. */
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
