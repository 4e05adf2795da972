import { passwordProblem } from '@belfry/schemas/domain/password';
import type passwords from '../../locales/en/passwords.json';

/** `current` is empty where a link stands for it. */
export type Passwords = { current: string; next: string; confirm: string };
export type PasswordField = keyof Passwords;
export type ChangeProblem = { field: PasswordField; text: keyof (typeof passwords)['rules'] };

/** The rules of the change-password screen in their order; the first that fails is told (specification 000 §5). */
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
