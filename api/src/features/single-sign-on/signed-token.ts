import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A public key as providers publish it. */
export type JsonWebKey = Readonly<Record<string, unknown>>;

/** How much the clock of a provider may be ahead of ours, in seconds. */
export const AHEAD_MAX_S = 60;

type Algorithm = {
  kty: 'RSA' | 'EC' | 'OKP';
  digest: 'sha256' | 'sha384' | 'sha512' | null;
  pss?: boolean;
  crv?: string;
};

const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  RS256: { kty: 'RSA', digest: 'sha256' },
  RS384: { kty: 'RSA', digest: 'sha384' },
  RS512: { kty: 'RSA', digest: 'sha512' },
  PS256: { kty: 'RSA', digest: 'sha256', pss: true },
  PS384: { kty: 'RSA', digest: 'sha384', pss: true },
  PS512: { kty: 'RSA', digest: 'sha512', pss: true },
  ES256: { kty: 'EC', digest: 'sha256', crv: 'P-256' },
  ES384: { kty: 'EC', digest: 'sha384', crv: 'P-384' },
  ES512: { kty: 'EC', digest: 'sha512', crv: 'P-521' },
  EdDSA: { kty: 'OKP', digest: null, crv: 'Ed25519' },
  Ed25519: { kty: 'OKP', digest: null, crv: 'Ed25519' },
};

/** The signatures that are accepted: those with a public key. */
export const SIGNATURE_ALGORITHMS: readonly string[] = Object.keys(ALGORITHMS);

const KEYS_MAX = 100;
/** How many keys are tried where a token names none. */
const KEYS_TRIED = 5;
const RSA_BITS_MIN = 2_048;

/** The keys of a key set. Throws an Error for anything else. */
export function readKeys(set: unknown): JsonWebKey[] {
  const keys = (set as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new Error('this is no set of keys');
  return keys.slice(0, KEYS_MAX).filter((key): key is JsonWebKey => typeof key === 'object' && key !== null);
}

type Parts = { header: Record<string, unknown>; payload: Record<string, unknown>; signed: string; signature: Buffer };

/** The parts of a signed token, of which nothing is verified. Throws an Error for anything else. */
export function readToken(token: string): Parts {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || signature === '') throw new Error('this is no signed token');
  return {
    header: objectOf(header),
    payload: objectOf(payload),
    signed: `${header}.${payload}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function objectOf(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('this is no object');
  return value as Record<string, unknown>;
}

/** Whether one of the keys has signed a token, with an algorithm that belongs to the key. */
export function isSignedByOneOf({ header, signed, signature }: Parts, keys: readonly JsonWebKey[]): boolean {
  const { alg, kid, crit } = header;
  const algorithm = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined;
  if (!algorithm || crit !== undefined) return false;
  return keys
    .filter((key) => fits(key, algorithm, { alg, kid }))
    .slice(0, KEYS_TRIED)
    .some((key) => isSignedBy(key, algorithm, { signed, signature }));
}

const fits = (key: JsonWebKey, { kty, crv }: Algorithm, { alg, kid }: { alg: unknown; kid: unknown }): boolean =>
  key['kty'] === kty &&
  (crv === undefined || key['crv'] === crv) &&
  (kid === undefined || key['kid'] === kid) &&
  (key['alg'] === undefined || key['alg'] === alg) &&
  (key['use'] === undefined || key['use'] === 'sig');

function isSignedBy(
  key: JsonWebKey,
  { digest, pss = false }: Algorithm,
  { signed, signature }: Pick<Parts, 'signed' | 'signature'>,
): boolean {
  try {
    const publicKey = publicKeyOf(key);
    const padding = pss
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {};
    return verify(digest, Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363', ...padding }, signature);
  } catch {
    return false;
  }
}

/** Only its public part, whatever the set contains. Throws for a key that is malformed or too short. */
function publicKeyOf({ kty, n, e, crv, x, y }: JsonWebKey): KeyObject {
  const jwk = kty === 'RSA' ? { kty, n, e } : kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x };
  const key = createPublicKey({ key: jwk as unknown as Record<string, string>, format: 'jwk' });
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < RSA_BITS_MIN) throw new Error('the key is too short');
  return key;
}
