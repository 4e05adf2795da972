import { isEmail } from '@belfry/schemas/domain/email-address';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type auth from '../../../locales/en/auth.json';

export type LoginField = 'email' | 'password';
export type LoginProblem = { field: LoginField; text: 'email_required' | 'email_invalid' | 'password_required' };

/** The three rules in their order; the first failure stops the attempt; see AUTH-13. */
export function checkLogin(email: string, password: string): LoginProblem | null {
  if (email.trim() === '') return { field: 'email', text: 'email_required' };
  if (!isEmail(email.trim())) return { field: 'email', text: 'email_invalid' };
  if (password.trim() === '') return { field: 'password', text: 'password_required' };
  return null;
}

/** Characters of an unreadable answer that are shown, so that an error page does not push the form away. */
const BODY_SHOWN = 200;

type LoginErrorText = { text: keyof (typeof auth)['login']['errors']; status: number; body: string };

/** The text of the error box; null where the server's text is shown; see AUTH-15. */
export function loginErrorText({ code, status, message, body = '' }: ApiError): LoginErrorText | null {
  const textOf = (text: LoginErrorText['text']): LoginErrorText => ({ text, status, body: body.slice(0, BODY_SHOWN) });
  if (code === 'unreadable') return textOf('unreadable');
  if (code === 'network') {
    if (/cors|cross-origin/i.test(body)) return textOf('cross_origin');
    // Browsers report a network failure as a TypeError; any other error has a message of its own.
    if (body === '' || body.startsWith('TypeError')) return textOf('network');
    const own = body.replace(/^\w*(Error|Exception)(: ?|$)/, '').trim();
    return own === '' ? textOf('unexpected') : { text: 'own', status, body: own.slice(0, BODY_SHOWN) };
  }
  if (message !== '') return null;
  return textOf(status > 0 ? 'status' : 'unexpected');
}
