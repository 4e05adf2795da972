import { passwordProblem } from '@belfry/schemas/domain/password';
import type { PasswordField, Passwords } from '../../../lib/session/sign-in-state.ts';

export type SectionProblem = {
  field: PasswordField;
  text: 'current_required' | 'mismatch' | 'too_short' | 'too_long' | 'too_simple';
};

/**
 * The rules of the profile page in their order; two of them have their own texts; see SESSION-5. The
 * last is a rule of the server, which is checked before the request.
 */
export function checkSection({ current, next, confirm }: Passwords): SectionProblem | null {
  if (current === '') return { field: 'current', text: 'current_required' };
  if (next !== confirm) return { field: 'confirm', text: 'mismatch' };
  const problem = passwordProblem(next);
  return problem && { field: 'next', text: problem };
}
