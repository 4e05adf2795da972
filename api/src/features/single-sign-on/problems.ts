import type { ErrorCode } from '@belfry/schemas/http/errors';
import type { SignOnProblem } from '@belfry/schemas/http/single-sign-on/sign-on';
import { AppError } from '../../errors.ts';

const PROBLEMS: Record<SignOnProblem, { code: ErrorCode; text: string }> = {
  unavailable: { code: 'unprocessable', text: 'The identity provider does not answer as it should.' },
  cancelled: { code: 'forbidden', text: 'The sign-in was cancelled at the identity provider.' },
  expired: { code: 'link_expired', text: 'This sign-in has expired or was used before. Please sign in again.' },
  refused: { code: 'wrong_credentials', text: 'The answer of the identity provider could not be verified.' },
  email: { code: 'forbidden', text: 'The identity provider tells no mail address of yours (claim email).' },
  unverified: {
    code: 'forbidden',
    text: 'The identity provider does not say that your mail address is verified (claim email_verified is not true).',
  },
  domain: { code: 'forbidden', text: 'Your mail address does not belong to this organisation (claim email).' },
  taken: {
    code: 'conflict',
    text: 'This account cannot be used with the identity provider. Please sign in with your password.',
  },
  left: { code: 'forbidden', text: 'Your organisation has ended your access.' },
  full: { code: 'unprocessable', text: 'The organisation has as many members as it may have.' },
  busy: { code: 'rate_limited', text: 'Too many sign-ins at once. Please try again.' },
  unknown: { code: 'not_found', text: 'There is no such identity provider.' },
};

export const PROBLEM_TEXTS = Object.fromEntries(
  Object.entries(PROBLEMS).map(([problem, { text }]) => [problem, text]),
) as Record<SignOnProblem, string>;

export class SignOnError extends AppError {
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem, cause?: unknown) {
    const { code, text } = PROBLEMS[problem];
    // Which claim or field it was. What could not be reached is for who manages the provider only.
    super(code, problem === 'refused' ? withReason(text, cause) : text, { cause });
    this.problem = problem;
  }
}

const REASON_MAX = 300;

/** A text with the first cause, which says what was wrong and never contains what the other side has answered. */
export function withReason(text: string, cause: unknown): string {
  const deepest = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return deepest instanceof Error ? `${text} (${deepest.message})`.slice(0, REASON_MAX) : text;
}

/** The problem that an error is shown as; undefined for a defect of ours. */
export function problemOf(error: unknown): SignOnProblem | undefined {
  if (error instanceof SignOnError) return error.problem;
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'rate_limited') return 'busy';
  return error.code === 'unprocessable' ? 'full' : undefined;
}
