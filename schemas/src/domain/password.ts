import { z } from 'zod';

export const PASSWORD_MIN = 6;
/** Longer passwords are not safer and make hashing expensive. */
export const PASSWORD_MAX = 200;

const LOWERCASE = /\p{Ll}/u;
const UPPERCASE = /\p{Lu}/u;
const DIGIT = /\d/;
const SYMBOL = /[^\p{L}\p{N}\s]/u;

export type PasswordProblem = 'too_short' | 'too_long' | 'too_simple';

/** Why a text is not a valid password, or null. The rule is the same everywhere; the messages depend on the screen; see SESSION-1. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (password.length < PASSWORD_MIN) return 'too_short';
  if (password.length > PASSWORD_MAX) return 'too_long';
  return [LOWERCASE, UPPERCASE, DIGIT].every((kind) => kind.test(password)) ? null : 'too_simple';
}

export const PASSWORD_TEXTS = {
  too_short: 'Password must be at least 6 characters long',
  too_long: 'Password must be at most 200 characters long',
  too_simple: 'Password must contain at least one uppercase letter, one lowercase letter, and one number',
} as const satisfies Record<PasswordProblem, string>;
export const NEW_PASSWORD_TEXTS = {
  too_short: 'New password must be at least 6 characters long',
  too_long: 'New password must be at most 200 characters long',
  too_simple: 'New password must contain at least one uppercase letter, one lowercase letter, and one number',
} as const satisfies Record<PasswordProblem, string>;

const schemaWith = (texts: Record<PasswordProblem, string>) =>
  z.string(texts.too_short).check((context) => {
    const problem = passwordProblem(context.value);
    if (problem) context.issues.push({ code: 'custom', message: texts[problem], input: context.value });
  });

/** The rule of SESSION-1: six characters, with a lowercase letter, an uppercase letter and a digit. */
export const passwordSchema = schemaWith(PASSWORD_TEXTS);
export const newPasswordSchema = schemaWith(NEW_PASSWORD_TEXTS);

export type PasswordStrength = { score: number; level: 'weak' | 'medium' | 'strong' };

export const PASSWORD_SCORE_MAX = 6;

/** One point each for length 6, length 8, a lowercase letter, an uppercase letter, a digit and a symbol; see SESSION-2. */
export function passwordStrength(password: string): PasswordStrength {
  const points = [
    password.length >= PASSWORD_MIN,
    password.length >= 8,
    ...[LOWERCASE, UPPERCASE, DIGIT, SYMBOL].map((kind) => kind.test(password)),
  ];
  const score = points.filter(Boolean).length;
  return { score, level: score < 3 ? 'weak' : score < 5 ? 'medium' : 'strong' };
}
