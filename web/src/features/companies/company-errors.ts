import { useTranslation } from '../../lib/translation.ts';
import { isApiError, type ApiError } from '../../lib/api/api-error.ts';
import { useLocale } from '../../lib/i18n.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';

/** The text of an error: that there is no key, else the server's text, else `fallback`; see TREE-26. */
export function useCompanyErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation('companies');
  const errorText = useErrorMessage();
  const english = useLocale() === 'en';
  return (error, fallback) => {
    if (readUserKey() === null) return t('errors.unauthorized');
    if (!isApiError(error)) return fallback;
    return (english ? serverText(error) : errorText(error)) || fallback;
  };
}

const RAW_MAX = 300;

function messageIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    return 'message' in parsed && typeof parsed.message === 'string' ? parsed.message : '';
  } catch {
    return undefined;
  }
}

/**
 * The server's text for an error: its `error`, its `message`, or the raw text of its answer (see TREE-26);
 * empty where there is none. Invalid input is reported per field.
 */
export function serverText({ code, message, details, body = '' }: ApiError): string {
  if (code === 'invalid_input' && details.length > 0) return details.map((detail) => detail.message).join(' ');
  // Without an answer, and for an answer of the contract, the error has a sentence already.
  if (message !== '' && code !== 'unreadable') return message;
  return (messageIn(body) ?? body.trim().slice(0, RAW_MAX)) || (body === '' ? message : '');
}

/** The reason phrases of RFC 9110 for the statuses of the server and of the proxies before it. */
const PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** `500 Internal Server Error`; null where no answer came. */
export const statusTextOf = (error: unknown): string | null =>
  isApiError(error) && error.status > 0 ? [error.status, PHRASES[error.status]].filter(Boolean).join(' ') : null;
