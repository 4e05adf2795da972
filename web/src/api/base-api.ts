import { createApi } from '@reduxjs/toolkit/query/react';
import { createBaseQuery } from './base-query.ts';

/**
 * What can go stale together. `Live` is on everything that MQTT keeps fresh: it is invalidated after a reconnect,
 * because what was said meanwhile is gone.
 */
export const TAGS = [
  'Live',
  'Profile',
  'Session',
  'TwoFactor',
  'Outbox',
  'Device',
  'DeviceList',
  'Approval',
  'Command',
  'Metrics',
  'User',
  'Company',
  'Group',
  'Voice',
  'Favorite',
] as const;
export type Tag = (typeof TAGS)[number];

/** The one api of the console; every feature adds its endpoints with `injectEndpoints` in its own `x-api.ts`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(),
  tagTypes: TAGS,
  endpoints: () => ({}),
});
