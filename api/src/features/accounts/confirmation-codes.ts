import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH, CODE_TRIES } from '@belfry/schemas/domain/account';
import type { AccountMessageKind } from '@belfry/schemas/http/mail/outbox';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { CodePurpose } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt, type Limit, rateLimited } from '../../http/rate-limit/rate-limit.ts';
import type { UserRow } from '../../people/users.repository.ts';
import { isWithinCodeBudget, queueMessage, redactExpiredSecrets } from '../mail/outbox/index.ts';
import { countWrongCode, deleteCode, findCode, replaceCode } from './confirmation-codes.repository.ts';

const createCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
type Bound = { userId: number; purpose: CodePurpose; code: string };
const hashCode = (secret: string, { userId, purpose, code }: Bound): Buffer =>
  createHmac('sha256', secret).update(`confirmation:${purpose}:${userId}:${code}`).digest();

type Secrets = Pick<Config, 'SERVICE_SECRET'>;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** With five attempts per code, this keeps the probability of a correct guess per day at one in a hundred. */
const CODES_PER_DAY = 20;
const TOO_MANY_SENT = 'Too many codes were sent.';

/** `stranger`: it is asked for by a browser that did not register the account. */
type NewCode = { purpose: CodePurpose; contact?: string | null; stranger?: boolean };
type CodeDeps = Pick<Deps, 'config' | 'jobs'>;

export type ContactKind = 'email' | 'phone';
export const NEW_CONTACT = { email: 'new_email', phone: 'new_phone' } as const satisfies Record<
  ContactKind,
  CodePurpose
>;

const MESSAGES = {
  email: 'confirm_email',
  phone: 'confirm_phone',
  new_email: 'change_email',
  new_phone: 'confirm_phone',
} as const satisfies Record<CodePurpose, AccountMessageKind>;

/**
 * Issues a code where the last one was sent long enough ago, counted by these limits, and by the budget of text messages where it
 * goes to a phone. Throws rate_limited.
 */
export async function sendCode(
  trx: Kysely<Database>,
  deps: CodeDeps,
  user: UserRow,
  { limits, ...code }: NewCode & { limits: readonly Limit[] },
): Promise<void> {
  const { purpose, contact, stranger = false } = code;
  const { config } = deps;
  const age = (await findCode(trx, user.id, purpose))?.age_s ?? Number.POSITIVE_INFINITY;
  if (age < config.CODE_RESEND_AFTER_S)
    throw rateLimited(config.CODE_RESEND_AFTER_S - age, 'A code has just been sent.');
  const ofUser = {
    key: `codes${stranger ? '-of-strangers' : ''}:${purpose}:${user.id}`,
    hits: CODES_PER_DAY,
    windowSeconds: DAY_S,
  };
  await countAttempt({ db: trx, config }, [...limits, ofUser], TOO_MANY_SENT);
  const isToPhone = purpose === 'phone' || purpose === 'new_phone';
  const messageClass = purpose === 'phone' ? 'registration' : 'code';
  if (isToPhone && !(await isWithinCodeBudget(trx, config, contact ?? user.phone, messageClass)))
    throw rateLimited(HOUR_S, TOO_MANY_SENT);
  await issueCode(trx, deps, user, code);
}

/** Creates a new code, which replaces the earlier one, and queues its message: to the account's mail or phone, or to the new one. */
export async function issueCode(
  trx: Kysely<Database>,
  { config, jobs }: CodeDeps,
  user: UserRow,
  { purpose, contact = null }: NewCode,
): Promise<void> {
  const code = createCode();
  const to = { ...user, ...(contact !== null && { [purpose === 'new_email' ? 'email' : 'phone']: contact }) };
  const message_id = await queueMessage(trx, jobs, {
    kind: MESSAGES[purpose],
    to,
    code,
    registration: purpose === 'phone' || purpose === 'email',
  });
  const code_hash = hashCode(config.SERVICE_SECRET, { userId: user.id, purpose, code });
  await replaceCode(trx, { user_id: user.id, purpose, code_hash, message_id, contact });
  await redactExpiredSecrets(trx, user.id);
}

type CodeOutcome = 'correct' | 'wrong' | 'locked' | 'expired';

/**
 * Verifies a code; a correct one is deleted, a wrong one is counted, those of strangers apart, so that they do not lock out whom the code is for. The caller has locked the user's row, so that concurrent
 * guesses are serialised, and must commit with each outcome.
 */
export async function verifyCode(
  trx: Kysely<Database>,
  { SERVICE_SECRET }: Secrets,
  {
    userId,
    purpose,
    code,
    stranger = false,
  }: { userId: number; purpose: CodePurpose; code: string; stranger?: boolean },
): Promise<CodeOutcome> {
  const storedCode = await findCode(trx, userId, purpose);
  if (!storedCode || storedCode.expired) return 'expired';
  const by = stranger ? 'tries_of_strangers' : 'tries';
  if (storedCode[by] >= CODE_TRIES) return 'locked';
  if (!timingSafeEqual(hashCode(SERVICE_SECRET, { userId, purpose, code }), storedCode.code_hash)) {
    await countWrongCode(trx, userId, purpose, by);
    return 'wrong';
  }
  await deleteCode(trx, userId, purpose);
  await redactExpiredSecrets(trx, userId);
  return 'correct';
}

const REFUSALS: Record<Exclude<CodeOutcome, 'correct'>, () => AppError> = {
  wrong: () => new AppError('wrong_code', 'Invalid confirmation code. Please check and try again'),
  locked: () => new AppError('code_locked', 'Too many wrong codes. Please request a new code.'),
  expired: () => new AppError('code_expired', 'This code has expired. Please request a new code.'),
};

/** Throws wrong_code, code_locked or code_expired unless the code was correct. */
export function requireCorrect(outcome: CodeOutcome): void {
  if (outcome !== 'correct') throw REFUSALS[outcome]();
}
