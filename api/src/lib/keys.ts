import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/** A new user or device key: 256 random bits, 43 characters that need no quoting anywhere. */
export const createKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Letters and digits that nobody mistakes for others, of which a link in a text message may end with any. */
const SHORT_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const SHORT_LENGTH = 12;

/** A token for the link of a text message: 60 random bits, 12 characters. What accepts it must limit attempts. */
export const createShortToken = (): string =>
  Array.from(randomBytes(SHORT_LENGTH), (byte) => SHORT_ALPHABET[byte % SHORT_ALPHABET.length]).join('');

/** Keys are random, so one round of SHA-256 is enough. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** In constant time. */
export const keyMatches = (key: string, hash: Buffer): boolean => {
  const given = hashKey(key);
  return given.length === hash.length && timingSafeEqual(given, hash);
};

/** In constant time. */
export const secretsEqual = (a: string, b: string): boolean => timingSafeEqual(hashKey(a), hashKey(b));
