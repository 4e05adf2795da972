import { createHmac, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import type { CodePurpose } from '../../db/column-types.ts';

/** Four random digits, which may start with zeros. */
export const createCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

type Bound = { userId: number; purpose: CodePurpose; code: string };

/** The stored hash of a code, for its user and purpose, with the service secret as the key. */
export const hashCode = (secret: string, { userId, purpose, code }: Bound): Buffer =>
  createHmac('sha256', secret).update(`confirmation:${purpose}:${userId}:${code}`).digest();
