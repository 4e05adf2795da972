import { isApiError } from '../../api/api-error.ts';
import type confirm from '../../locales/en/confirm.json';

type ErrorText = keyof (typeof confirm)['errors'];

/** The sentence of the specification for a refused code (000 §8); null where the server's own words serve. */
export function confirmErrorText(error: unknown): ErrorText | null {
  if (!isApiError(error)) return null;
  if (error.code === 'already_confirmed') return 'already_confirmed';
  switch (error.status) {
    case 400:
      return 'format';
    case 401:
      return 'wrong';
    case 404:
      return 'unknown_user';
    case 500:
      return 'server';
    default:
      return null;
  }
}

/** The same for a code that could not be sent again. */
export function resendErrorText(error: unknown): ErrorText | null {
  if (!isApiError(error)) return null;
  switch (error.status) {
    case 400:
      return /already[ _]confirmed/i.test(`${error.code} ${error.message}`) ? 'already_confirmed' : null;
    case 404:
      return 'resend_unknown_user';
    case 500:
      return 'resend_server';
    default:
      return null;
  }
}
