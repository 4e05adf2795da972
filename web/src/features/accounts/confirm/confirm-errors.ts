import { isApiError } from '../../../lib/api/api-error.ts';
import type confirm from '../../../locales/en/confirm.json';

/** The contact that is confirmed. */
export type Contact = 'email' | 'phone';
type ErrorText = `errors.${keyof (typeof confirm)['errors']}`;
export type ConfirmText = ErrorText | `${Contact}.already_confirmed`;

const CONFIRM_TEXTS: Partial<Record<number, ErrorText>> = {
  400: 'errors.format',
  401: 'errors.wrong',
  404: 'errors.unknown_user',
  500: 'errors.server',
};
const RESEND_TEXTS: Partial<Record<number, ErrorText>> = {
  404: 'errors.resend_unknown_user',
  500: 'errors.resend_server',
};

/** The text for a rejected code; undefined where the server's text is shown; see REG-25. */
export function confirmErrorText(error: unknown, contact: Contact): ConfirmText | undefined {
  if (!isApiError(error)) return undefined;
  // The same sentence as the server's, in the language of the page.
  return error.code === 'conflict' ? `${contact}.already_confirmed` : CONFIRM_TEXTS[error.status];
}

/** The text for a code that could not be sent again. */
export function resendErrorText(error: unknown, contact: Contact): ConfirmText | undefined {
  if (!isApiError(error)) return undefined;
  const { status, code, message } = error;
  if (status === 400 && /already[ _]confirmed/i.test(`${code} ${message}`)) return `${contact}.already_confirmed`;
  return RESEND_TEXTS[status];
}
