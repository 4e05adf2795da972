import type { ApiError } from '../../../lib/api/api-error.ts';
import type register from '../../../locales/en/register.json';
import type { RegistrationField } from './registration.ts';

/** The key of an error text; see REG-6. */
export type ErrorText = keyof (typeof register)['errors'];

/** The first entry whose pattern matches the text. */
const textMatching = (text: string, patterns: readonly (readonly [RegExp, ErrorText])[]): ErrorText | null =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const IN_400 = [
  [/email/i, 'email'],
  [/phone/i, 'phone'],
  [/required/i, 'required'],
  [/validation/i, 'validation'],
] as const;
const IN_500 = [
  [/database|postgres/i, 'database'],
  [/validation/i, 'server_validation'],
  [/team|internal/i, 'technical_team'],
] as const;
/** Patterns of an HTML page that was sent instead of an answer. */
const IN_PAGE = [
  [/500/, 'page_500'],
  [/502|503/, 'page_unavailable'],
  [/404/, 'page_404'],
] as const;
/** Patterns of the error messages of browsers for a request without an answer. */
const IN_FAILURE = [
  [/cors|cross-origin/i, 'cross_origin'],
  [/abort|cancel/i, 'cancelled'],
  [/refused|reset|connection failed|err_connection/i, 'connection'],
] as const;

const BY_STATUS: Readonly<Record<number, ErrorText>> = {
  409: 'taken',
  422: 'format',
  429: 'too_many',
  502: 'gateway',
  503: 'unavailable',
  504: 'gateway_timeout',
};

/** The text for a rejected registration; null where the server's text is shown. */
export function registrationErrorText({ status, code, message, body = '' }: ApiError): ErrorText | null {
  if (code === 'timeout') return 'timeout';
  if (code === 'network') return textMatching(body, IN_FAILURE) ?? 'network';
  if (code === 'unreadable') return textMatching(body, IN_PAGE) ?? 'page_other';
  // The text may be in either field.
  const text = message || body;
  if (status === 400) return textMatching(text, IN_400);
  // What only our server says: the invitation is for another address, or there is no room for more accounts.
  if (status === 422 && /invitation|installation/i.test(text)) return null;
  // An unexpected error is in the log of the server, with the request id (HTTP-8).
  if (status === 500) return textMatching(text, IN_500) ?? (code === 'internal' ? 'technical_team' : 'internal');
  return BY_STATUS[status] ?? null;
}

/** The field that the error is about. */
export const fieldOfError = (text: ErrorText | null): RegistrationField | null => {
  if (text === 'email' || text === 'taken') return 'email';
  return text === 'phone' ? 'phone' : null;
};
