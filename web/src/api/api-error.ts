import type { ErrorCode, ErrorDetail } from '@belfry/schemas/http/errors';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

/** What an endpoint rejects with, whatever went wrong on the way. */
export type ApiError = {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Written for people: the server's `error`, or ours where the server text nothing readable. */
  message: string;
  code: ErrorCode | 'network' | 'timeout' | 'unreadable' | 'unknown';
  details: ErrorDetail[];
  /** With `edit_conflict`: what was to be edited, as it is now. */
  current?: Record<string, unknown>;
  /** Seconds after which the server takes the request again, where it says so. */
  retryAfterS?: number;
  /** The body as text, where it was not what the contract says. */
  body?: string;
  /** What stands beside the status, where the answer was not what the contract says. */
  statusText?: string;
  /** The base addresses, where there are several and all of them failed. */
  tried?: readonly string[];
};

const TEXTS = {
  network: 'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  timeout: 'The server did not answer in time. Please try again.',
  unreadable: 'The server sent an answer that cannot be read.',
} as const;

/** Turns every failure of a request into one shape. */
export async function toApiError(error: FetchBaseQueryError): Promise<ApiError> {
  switch (error.status) {
    case 'FETCH_ERROR':
      // Browsers call a refused cross-origin answer a network failure; where the text says more, it is kept for the sign-in page.
      return { status: 0, message: TEXTS.network, code: 'network', details: [], body: error.error };
    case 'TIMEOUT_ERROR':
      return { status: 0, message: TEXTS.timeout, code: 'timeout', details: [] };
    case 'PARSING_ERROR':
      return {
        status: error.originalStatus,
        message: TEXTS.unreadable,
        code: 'unreadable',
        details: [],
        body: error.data,
      };
    case 'CUSTOM_ERROR':
      return { status: 0, message: error.error, code: 'unknown', details: [] };
    default:
      return fromAnswer(error.status, error.data);
  }
}

/** What reads the envelope is no part of the first load; undefined where it cannot be loaded now. */
const loadEnvelopeSchema = () =>
  import('@belfry/schemas/http/errors').then(
    ({ errorEnvelopeSchema }) => errorEnvelopeSchema,
    () => undefined,
  );

async function fromAnswer(status: number, data: unknown): Promise<ApiError> {
  const envelope = (await loadEnvelopeSchema())?.safeParse(data);
  if (envelope?.success) {
    const { error: message, code, details = [], current } = envelope.data;
    return { status, message, code, details, ...(current && { current }) };
  }
  const text = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  const message = typeof text === 'string' ? text : '';
  // An empty body is read as null, which is nothing to show.
  if (data === null || data === undefined) return { status, message, code: 'unknown', details: [] };
  const body = typeof data === 'string' ? data : JSON.stringify(data);
  return { status, message, code: 'unknown', details: [], body };
}

/** Whether this is the error of one of our endpoints (and not a mistake in the console). */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'code' in error && 'details' in error;

/** The sentence to show; `fallback` where the server text none. */
export const errorMessage = (error: unknown, fallback: string): string =>
  isApiError(error) && error.message !== '' ? error.message : fallback;

/** Whether the server itself could not be reached or is not ready, so that trying again later makes sense. */
export const isServerAway = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);
