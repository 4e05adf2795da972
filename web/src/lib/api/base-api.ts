import { createApi } from '@reduxjs/toolkit/query/react';
import { createBaseQuery } from './base-query.ts';
import { UNREADABLE_ANSWER } from './unreadable-answer.ts';

/**
 * Tags of entries that become stale together. Entries that MQTT messages patch have `Live`, which is invalidated after a reconnect,
 * because the messages that were published meanwhile are lost.
 */
export const TAGS = [
  'Live',
  'Profile',
  'Session',
  'TwoFactor',
  'Outbox',
  'Device',
  'DeviceList',
  'SavedFilter',
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
] as const;
export type Tag = (typeof TAGS)[number];

/**
 * The one api of the console; every feature adds its endpoints with `injectEndpoints` in its own `x-api.ts`. They are derived from the
 * contract with `call`, which checks every answer, or with `callLater` in the pages before the sign-in.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(),
  tagTypes: TAGS,
  catchSchemaFailure: () => UNREADABLE_ANSWER,
  endpoints: () => ({}),
});
