import { textsOf } from '../translation.ts';
import { isApiError, type ApiError } from './api-error.ts';

const CODES_OF_CONSOLE: ReadonlySet<string> = new Set(['network', 'timeout', 'unreadable']);

/** The server has explained the error in its error envelope; other errors have a message of the console, or none. */
export const hasServerMessage = (error: unknown): boolean =>
  isApiError(error) && error.message !== '' && !CODES_OF_CONSOLE.has(error.code);

function statusLine({ status, statusText = '' }: ApiError): string {
  const t = textsOf('common');
  switch (status) {
    case 0:
    case 502:
      return t('transport.unavailable');
    case 404:
      return t('transport.not_found');
    case 401:
      return t('transport.unauthorized');
    case 403:
      return t('transport.forbidden');
    default:
      return t('transport.status', { status, statusText }).replace(/: $/, '');
  }
}

/** How the transport of a device request failed; undefined where the server sent a text; see SHELL-23. */
export function transportText(error: unknown): string | undefined {
  if (!isApiError(error) || hasServerMessage(error)) return undefined;
  return statusLine(error);
}
