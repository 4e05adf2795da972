import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { busy } from '../errors.ts';
import { createSemaphore } from './semaphore.ts';

const argon2Async = promisify(argon2);

export type HashCost = { memoryKiB: number; passes: number };

/** For passwords that users choose: 19 MiB, two passes, about 28 ms. */
export const PERSON_COST: HashCost = { memoryKiB: 19_456, passes: 2 };
/**
 * For device passes, which are random and valid once: about a millisecond, so that ten thousand devices can be provisioned
 * and enrol at once without blocking the machine.
 */
export const FACTORY_COST: HashCost = { memoryKiB: 1_024, passes: 1 };

/**
 * Turns of those whose passwords are hashed at PERSON_COST, by address or account. Each hash occupies one of the four threads with which files are read and
 * names resolved as well.
 */
export const passwordTurns = createSemaphore<string>({
  pool: 'passwords',
  atOnce: 3,
  perKey: 2,
  waitingPerKey: Infinity,
  waitMs: 10_000,
  refusal: busy('Too many people are signing in at the moment. Please try again'),
});

/** Those of them who are not known where they sign in: they leave a processor to those who are. */
export const strangerTurns = createSemaphore<string>({
  pool: 'guesses',
  atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)),
  perKey: 2,
  waitingPerKey: Infinity,
  waitMs: 10_000,
  refusal: busy('Too many people are signing in at the moment. Please try again'),
});

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Hashes to a PHC string, which carries its own cost. Runs on the thread pool, never on the event loop. */
export async function hashPassword(password: string, cost: HashCost = PERSON_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${encode(salt)}$${encode(tag)}`;
}

/** The hash of no password, for accounts without one: its check takes as long as that of any other. */
export const unusablePasswordHash = ({ memoryKiB, passes }: HashCost = PERSON_COST): string =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${encode(randomBytes(SALT_BYTES))}$${encode(randomBytes(TAG_BYTES))}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;

/** False for any string that is not of `hashPassword`. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, salt, tag] = PHC.exec(phc) ?? [];
  if (!salt || !tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const cost = { memoryKiB: Number(memory), passes: Number(passes) };
  const given = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(given, expected);
}

/** Takes as long as a real verification and always fails: an unknown name must not be answered sooner than a wrong password. */
export async function simulateVerification(password: string, cost: HashCost = PERSON_COST): Promise<false> {
  await derive(password, randomBytes(SALT_BYTES), cost);
  return false;
}

const derive = (password: string, nonce: Buffer, { memoryKiB, passes }: HashCost, tagLength = TAG_BYTES) =>
  argon2Async('argon2id', { message: password, nonce, memory: memoryKiB, passes, parallelism: 1, tagLength });

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** All device passes are hashed with one cost, so that every check takes equally long. */
export const hashDevicePass = (pass: string): Promise<string> => hashPassword(pass, FACTORY_COST);
