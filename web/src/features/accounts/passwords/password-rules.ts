import { passwordProblem } from '@belfry/schemas/domain/password';
import type { PasswordField, Passwords } from '../../../lib/session/sign-in-state.ts';
import type passwords from '../../../locales/en/passwords.json';

export type ChangeProblem = { field: PasswordField; text: keyof (typeof passwords)['rules'] };

/** The rules of the change-password screen in their order; the first failure is shown; see SESSION-4. */
export function checkPasswordChange(
  { current, next, confirm }: Passwords,
  { askCurrent }: { askCurrent: boolean },
): ChangeProblem | null {
  if (askCurrent && current === '') return { field: 'current', text: 'current_required' };
  const problem = passwordProblem(next);
  if (problem) return { field: 'next', text: problem };
  if (next !== confirm) return { field: 'confirm', text: 'mismatch' };
  if (askCurrent && next === current) return { field: 'next', text: 'same' };
  return null;
}
