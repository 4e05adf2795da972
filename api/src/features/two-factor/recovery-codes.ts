import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@belfry/schemas/domain/account';

/** Without ambiguous characters. A code has 12 of them, which are 59 bits, so a plain hash is enough. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** A set of codes such as `k3f9-x2mq-7htd`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** The stored hash of a recovery code; hyphens and case are ignored. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest();
