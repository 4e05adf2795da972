import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWK } from 'jose';

export type JsonWebKey = Readonly<Record<string, unknown>>;

export const AHEAD_MAX_S = 60;

export const SIGNATURE_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const KEYS_MAX = 100;
/** How many keys are tried where a token names none. */
const KEYS_TRIED = 5;
/** Parts of private keys (RFC 7518, 6): where a provider publishes one by mistake, its public part verifies all the same. */
const PRIVATE = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']);

/** Throws an Error for anything else than a key set. */
export function readKeys(set: unknown): JsonWebKey[] {
  const keys = (set as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new Error('this is no set of keys');
  return keys
    .slice(0, KEYS_MAX)
    .filter((key): key is JsonWebKey => typeof key === 'object' && key !== null)
    .map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => !PRIVATE.has(name))));
}

type Parts = { header: JsonWebKey; payload: JsonWebKey };

/** What a signed token says, of which nothing is verified. Throws an Error for anything else. */
export const readToken = (token: string): Parts => ({
  header: decodeProtectedHeader(token),
  payload: decodeJwt(token),
});

/** Whether one of the keys has signed a token, with an algorithm that belongs to the key. */
export async function isSignedByOneOf(token: string, keys: readonly JsonWebKey[]): Promise<boolean> {
  const isSignedBy = (key: Parameters<typeof compactVerify>[1]): Promise<boolean> =>
    compactVerify(token, key, { algorithms: [...SIGNATURE_ALGORITHMS] }).then(
      () => true,
      (error: unknown) => (error instanceof errors.JWKSMultipleMatchingKeys ? isSignedByAny(error) : false),
    );
  const isSignedByAny = async (several: errors.JWKSMultipleMatchingKeys): Promise<boolean> => {
    let tried = 0;
    for await (const key of several) {
      if (await isSignedBy(key)) return true;
      if ((tried += 1) === KEYS_TRIED) return false;
    }
    return false;
  };
  return isSignedBy(createLocalJWKSet({ keys: keys as JWK[] }));
}
