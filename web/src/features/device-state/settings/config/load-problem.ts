import type { ApiError } from '../../../../lib/api/api-error.ts';

/** What went wrong with a call of the dialog; each has a heading of its own; see SET-4. */
export type Problem = 'cors' | 'server' | 'timeout' | 'network' | 'configuration';

export function problemOf({ status, code, message, body = '' }: ApiError): Problem {
  if (code === 'timeout') return 'timeout';
  if (status === 0) return /cors|cross-origin/i.test(`${message} ${body}`) ? 'cors' : 'network';
  return status >= 500 ? 'server' : 'configuration';
}

/** Whether the connection to the API is at fault, so that the tip about the defaults is shown. */
export const isUnreachable = ({ status, code }: ApiError): boolean =>
  (status === 0 && code !== 'timeout') || status === 502;
