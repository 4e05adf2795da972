import { errorEnvelopeSchema, type ErrorCode, type ErrorDetail } from '@belfry/schemas/http/errors';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

export type ApiError = {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** A sentence for people: the server's `error`, otherwise one of the console; empty where there is neither. */
  message: string;
  code: ErrorCode | 'network' | 'timeout' | 'unreadable' | 'unknown';
  details: ErrorDetail[];
  /** With `edit_conflict`: the object as it is stored now. */
  current?: Record<string, unknown>;
  /** Seconds after which the server accepts the request again (`Retry-After`). */
  retryAfterS?: number;
  /** The body as text, where it does not match the contract. */
  body?: string;
  /** The status text, where the answer does not match the contract. */
  statusText?: string;
};

const TEXTS = {
  network: 'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  timeout: 'The server did not answer in time. Please try again.',
  unreadable: 'The server sent an answer that cannot be read.',
} as const;

export function toApiError(error: FetchBaseQueryError): ApiError {
  switch (error.status) {
    case 'FETCH_ERROR':
      // Browsers report a blocked cross-origin answer as a network failure; its text is kept for the sign-in page.
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

function fromAnswer(status: number, data: unknown): ApiError {
  const envelope = errorEnvelopeSchema.safeParse(data);
  if (envelope.success) {
    const { error: message, code, details = [], current } = envelope.data;
    return { status, message, code, details, ...(current && { current }) };
  }
  const text = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  const message = typeof text === 'string' ? text : '';
  // An empty body is read as null, for which there is nothing to show.
  if (data === null || data === undefined) return { status, message, code: 'unknown', details: [] };
  const body = typeof data === 'string' ? data : JSON.stringify(data);
  return { status, message, code: 'unknown', details: [], body };
}

/** The error of an endpoint, not a mistake in the console. */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'code' in error && 'details' in error;

/** The sentence to show; `fallback` where the server sent none. */
export const errorMessage = (error: unknown, fallback: string): string =>
  isApiError(error) && error.message !== '' ? error.message : fallback;

/** The server could not be reached or is not ready, so that a later attempt makes sense. */
export const isServerUnavailable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);

/** The error of an answer that was received, but does not match the schema with which the console reads it. */
export const UNREADABLE_ANSWER: ApiError = { status: 200, message: '', code: 'unreadable', details: [] };
