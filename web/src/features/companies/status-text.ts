import { isApiError } from '../../lib/api/api-error.ts';

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
