import { createHmac, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import type { CodePurpose } from './codes.table.ts';

/** Four random digits, leading zeros among them. */
export const createCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

type Bound = { userId: number; purpose: CodePurpose; code: string };

/** What is stored of a code: bound to its person and purpose, and worthless without the service secret. */
export const hashCode = (secret: string, { userId, purpose, code }: Bound): Buffer =>
  createHmac('sha256', secret).update(`confirmation:${purpose}:${userId}:${code}`).digest();
