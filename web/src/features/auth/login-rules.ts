import { isEmail } from '@belfry/schemas/domain/email';
import type { ApiError } from '../../api/api-error.ts';

export type LoginField = 'email' | 'password';
export type LoginProblem = { field: LoginField; text: 'email_required' | 'email_invalid' | 'password_required' };

/** The three rules in their order; the first that fails stops the attempt (specification 000 §5). */
export function checkLogin(email: string, password: string): LoginProblem | null {
  if (email.trim() === '') return { field: 'email', text: 'email_required' };
  if (!isEmail(email.trim())) return { field: 'email', text: 'email_invalid' };
  if (password.trim() === '') return { field: 'password', text: 'password_required' };
  return null;
}

/** How much of an unreadable answer is shown; whole error pages would push the form away. */
const BODY_SHOWN = 200;

/** What the error box says (specification 000 §8, Login; texts to the letter). */
export function loginErrorText({ code, status, message, body = '' }: ApiError): string {
  if (code === 'unreadable') {
    return `Server returned invalid response. Status: ${status}. Response: ${body.slice(0, BODY_SHOWN)}`;
  }
  if (code === 'network' && /cors|cross-origin/i.test(body)) {
    return 'Connection error: Please ensure the server is running and accessible.';
  }
  if (message !== '') return message;
  return status > 0 ? `Login failed with status ${status}` : 'An unexpected error occurred during login.';
}

export const NO_KEY_TEXT = 'user_key not found in response';
