import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Belfry';
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** The previous and the next code are accepted too, because clocks of phones differ by some seconds. */
const WINDOW = 1;

/** A new shared secret in base 32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

/** The otpauth URL, which authenticator apps read from a QR code. */
export const otpauthUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The 30-second step (RFC 6238) that a code belongs to, or null for a wrong one. `nowMs` is Unix time. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}
