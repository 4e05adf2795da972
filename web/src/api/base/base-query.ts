import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { readUserKey } from '../../lib/session/session-store.ts';
import { toApiError, type ApiError } from './api-error.ts';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { API_BASES } from './bases.ts';
import { fetchArgsOf, type LaterCall } from './call-later.ts';
import { startCallSpan } from '../tracing/call-span.ts';
import { endSession } from '../session/end-session.ts';

export type ApiQuery = BaseQueryFn<string | FetchArgs | LaterCall, unknown, ApiError, object, FetchBaseQueryMeta>;

type CallOptions = { traceparent: string };

/** Only these failures move on to the next base; a 4xx is an answer and reaches the user; see SHELL-21. */
const mayMoveOn = (error: FetchBaseQueryError): boolean =>
  error.status === 'FETCH_ERROR' ||
  error.status === 'TIMEOUT_ERROR' ||
  error.status === 502 ||
  (error.status === 'PARSING_ERROR' && error.originalStatus === 502);

/** A 401 with one of these codes is about the password that was typed, not about the key. */
const ABOUT_INPUT: ReadonlySet<ApiError['code']> = new Set(['wrong_credentials', 'wrong_pass', 'wrong_code']);

/** The key is invalid, or the user was blocked; the sign-in page shows its own text for each. */
const endsSession = ({ status, code }: ApiError): boolean =>
  (status === 401 && !ABOUT_INPUT.has(code)) || code === 'account_blocked';

/** Adds what the texts of a failed transport contain: the status line of a foreign answer, the bases that failed. */
function withTransport(
  error: ApiError,
  { error: raw, meta }: { error: FetchBaseQueryError; meta: FetchBaseQueryMeta | undefined },
  bases: readonly string[],
): ApiError {
  const statusText = meta?.response?.statusText;
  const foreign = error.code === 'unknown' || error.code === 'unreadable';
  return {
    ...error,
    ...(foreign && statusText ? { statusText } : {}),
    ...(bases.length > 1 && mayMoveOn(raw) ? { tried: bases } : {}),
  };
}

function readRetryAfter(meta: FetchBaseQueryMeta | undefined): Pick<ApiError, 'retryAfterS'> {
  const seconds = Number(meta?.response?.headers.get('Retry-After') ?? 0);
  return Number.isSafeInteger(seconds) && seconds > 0 ? { retryAfterS: seconds } : {};
}

/**
 * Every request goes through this function: key header, timeout, list of bases, one error shape. A 401 to a key that is still the
 * current one, or a block, ends the session; the router then shows the sign-in page and returns to the same address afterwards.
 */
export function createBaseQuery(bases: readonly string[] = API_BASES): ApiQuery {
  const queries = bases.map((baseUrl) =>
    fetchBaseQuery({
      baseUrl,
      timeout: REQUEST_TIMEOUT_MS,
      credentials: 'omit',
      prepareHeaders: (headers, { extraOptions }) => {
        const key = readUserKey();
        // One call sends it as a bearer token; see AUTH-6.
        if (key && !headers.has('Authorization')) headers.set('Authorization', key);
        headers.set('Accept', 'application/json');
        headers.set('traceparent', (extraOptions as CallOptions).traceparent);
      },
    }),
  );
  return async (called, api, options) => {
    const args = await fetchArgsOf(called).catch(() => null);
    // The server that sends no part of the console answers no call either.
    if (args === null) return { error: await toApiError({ status: 'FETCH_ERROR', error: '' }) };
    const key = readUserKey();
    let failure: { error: FetchBaseQueryError; meta: FetchBaseQueryMeta | undefined } | undefined;
    const span = startCallSpan(api.endpoint);
    for (const query of queries) {
      const { data, error, meta } = await query(args, api, { ...options, traceparent: span.traceparent });
      span.end(meta?.response, error !== undefined);
      if (!error) return { data, meta };
      failure = { error, meta };
      if (!mayMoveOn(error)) break;
    }
    if (!failure) throw new Error('the console has no base address');
    const error = {
      ...withTransport(await toApiError(failure.error), failure, bases),
      ...readRetryAfter(failure.meta),
    };
    if (endsSession(error) && key !== null && key === readUserKey()) {
      api.dispatch(endSession(error.code === 'account_blocked' ? 'blocked' : 'expired'));
    }
    return { error, meta: failure.meta };
  };
}
