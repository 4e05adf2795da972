import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { UNREADABLE_ANSWER, toApiError, type ApiError } from './api-error.ts';
import { readUserKey } from '../session/session-store.ts';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { BACKGROUND_HEADER } from '@belfry/schemas/domain/session';
import { isInUse } from '../session/activity.ts';
import { endSession } from '../session/session-slice.ts';

/**
 * Tags of entries that become stale together. Entries that MQTT messages patch have `Live`, which is invalidated after a reconnect,
 * because the messages of the time between are lost.
 */
export const TAGS = [
  'Live',
  'Profile',
  'Session',
  'TwoFactor',
  'Passkey',
  'Outbox',
  'Device',
  'DeviceList',
  'NetworkSpeaker',
  'SavedFilter',
  'SavedPlace',
  'Approval',
  'Command',
  'Run',
  'Metrics',
  'Timeline',
  'User',
  'Company',
  'Group',
  'Voice',
  'Favorite',
  'Firmware',
  'Library',
  'Announcement',
  'Schedule',
  'Sms',
  'Recipient',
  'Member',
  'ApiKey',
  'LogLevel',
  'Backup',
  'Alarm',
  'Webhook',
  'HomeAssistant',
  'Scenario',
  'Trigger',
] as const;
export type Tag = (typeof TAGS)[number];

export type ApiQuery = BaseQueryFn<string | FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta>;

/** The origin that served the console. The user key is sent to no other address; see SHELL-21. */
const API_BASE = '/api';

/** A 401 with one of these codes is about the password that was typed, not about the key. */
const ABOUT_INPUT: ReadonlySet<ApiError['code']> = new Set(['wrong_credentials', 'wrong_pass', 'wrong_code']);

/** The key is invalid, or the user was blocked; the sign-in page shows its own text for each. */
const endsSession = ({ status, code }: ApiError): boolean =>
  (status === 401 && !ABOUT_INPUT.has(code)) || code === 'account_blocked';

/** The status text of an answer that is not one of ours, for the texts of a failed transport. */
function readStatusText(code: ApiError['code'], meta: FetchBaseQueryMeta | undefined): Pick<ApiError, 'statusText'> {
  const statusText = meta?.response?.statusText;
  return (code === 'unknown' || code === 'unreadable') && statusText ? { statusText } : {};
}

function readRetryAfter(meta: FetchBaseQueryMeta | undefined): Pick<ApiError, 'retryAfterS'> {
  const seconds = Number(meta?.response?.headers.get('Retry-After') ?? 0);
  return Number.isSafeInteger(seconds) && seconds > 0 ? { retryAfterS: seconds } : {};
}

/**
 * Every request goes through this function: key header, whether a person or the page makes it, timeout, one error shape. A 401 to a key that is still the
 * current one, or a block, ends the session; the router then shows the sign-in page and returns to the same address afterwards.
 * @param baseUrl of the api, without a slash at the end
 */
export function createBaseQuery(baseUrl = API_BASE): ApiQuery {
  const query = fetchBaseQuery({
    baseUrl,
    timeout: REQUEST_TIMEOUT_MS,
    credentials: 'omit',
    prepareHeaders: (headers) => {
      const key = readUserKey();
      // One call sends it as a bearer token; see AUTH-6.
      if (key && !headers.has('Authorization')) headers.set('Authorization', key);
      if (!isInUse()) headers.set(BACKGROUND_HEADER, '1');
      headers.set('Accept', 'application/json');
    },
  });
  return async (args, api, options) => {
    const key = readUserKey();
    const { data, error: failure, meta } = await query(args, api, options);
    if (!failure) return { data, meta };
    const described = toApiError(failure);
    const error = { ...described, ...readStatusText(described.code, meta), ...readRetryAfter(meta) };
    if (endsSession(error) && key !== null && key === readUserKey()) {
      api.dispatch(endSession(error.code === 'account_blocked' ? 'blocked' : 'expired'));
    }
    return { error, meta };
  };
}

/**
 * The one api of the console; every feature adds its endpoints with `injectEndpoints` in its own `x-api.ts`. They are derived from the
 * contract with `call`, which checks every answer.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(),
  tagTypes: TAGS,
  catchSchemaFailure: () => UNREADABLE_ANSWER,
  endpoints: () => ({}),
});
