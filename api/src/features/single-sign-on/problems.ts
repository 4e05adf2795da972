import type { ErrorCode } from '@belfry/schemas/http/errors';
import type { SignOnProblem } from '@belfry/schemas/http/single-sign-on/sign-on';
import { AppError } from '../../errors.ts';

const PROBLEMS: Record<SignOnProblem, { code: ErrorCode; text: string }> = {
  unavailable: { code: 'unprocessable', text: 'The identity provider does not answer as it should.' },
  cancelled: { code: 'forbidden', text: 'The sign-in was cancelled at the identity provider.' },
  expired: { code: 'link_expired', text: 'This sign-in has expired or was used before. Please sign in again.' },
  refused: { code: 'wrong_credentials', text: 'The answer of the identity provider could not be verified.' },
  email: { code: 'forbidden', text: 'The identity provider has not confirmed a mail address of yours.' },
  domain: { code: 'forbidden', text: 'Your mail address does not belong to this organisation.' },
  taken: {
    code: 'conflict',
    text: 'This account cannot be used with the identity provider. Please sign in with your password.',
  },
  left: { code: 'forbidden', text: 'Your organisation has ended your access.' },
  full: { code: 'unprocessable', text: 'The organisation has as many members as it may have.' },
  busy: { code: 'rate_limited', text: 'Too many sign-ins at once. Please try again.' },
  unknown: { code: 'not_found', text: 'There is no such identity provider.' },
};

/** A sign-in with a provider that has failed, for a reason that the console has a text for. */
export class SignOnError extends AppError {
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem, cause?: unknown) {
    super(PROBLEMS[problem].code, PROBLEMS[problem].text, { cause });
    this.problem = problem;
  }
}

/** The problem that an error is shown as; undefined for a defect of ours. */
export function problemOf(error: unknown): SignOnProblem | undefined {
  if (error instanceof SignOnError) return error.problem;
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'rate_limited') return 'busy';
  return error.code === 'unprocessable' ? 'full' : undefined;
}
