import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSKEY_CHALLENGE_TTL_MS } from '@belfry/schemas/domain/account';

/**
 * What a challenge is for. `subject`: the session that adds a passkey; the challenge of the first step, for the second one; empty for a sign-in
 * without password, whose person is not known before.
 */
export type ChallengePurpose = { purpose: 'register' | 'sign-in' | 'second-factor'; subject: string };

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const SIGNED_BYTES = NONCE_BYTES + TIME_BYTES;

function macOf(secret: string, { purpose, subject }: ChallengePurpose, signed: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'belfry:passkey-challenge', 32));
  return createHmac('sha256', key).update(signed).update(`${purpose}:${subject}`).digest();
}

/**
 * A challenge in base64url, signed and not stored, so that the sign-in page may ask for as many as it likes: random bits, the time, and a
 * code that binds both to the purpose.
 */
export function createPasskeyChallenge(secret: string, about: ChallengePurpose, now = Date.now()): string {
  const signed = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  signed.writeUIntBE(now, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([signed, macOf(secret, about, signed)]).toString('base64url');
}

/** True for a challenge that was made here for this purpose in the last five minutes, also where it was spent. */
export function isLiveChallenge(secret: string, about: ChallengePurpose, challenge: string, now = Date.now()): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== SIGNED_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return false;
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(secret, about, signed))) return false;
  const age = now - signed.readUIntBE(NONCE_BYTES, TIME_BYTES);
  // The clocks of replicas may differ by a little.
  return age < PASSKEY_CHALLENGE_TTL_MS && age > -CLOCK_SKEW_MS;
}

const CLOCK_SKEW_MS = 30_000;
