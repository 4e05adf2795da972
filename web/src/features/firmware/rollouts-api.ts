import {
  rolloutSchema,
  rolloutsHttp,
  type RolloutChange,
  type RolloutDevice,
  type RolloutDeviceState,
} from '@belfry/schemas/http/devices/firmware-rollouts';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom, reading } from '../../api/base/call.ts';
import { totalCount } from '../../api/base/total-count.ts';

/** Rows of the list of devices. */
export const ROLLOUT_DEVICES_PAGE_SIZE = 20;

type DevicesQuery = { id: string; page: number; state: RolloutDeviceState | null };
export type RolloutDevicePage = { devices: RolloutDevice[]; total: number };

const rolloutsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The last ones, the newest first. */
    getRollouts: build.query({ ...call(rolloutsHttp.list), providesTags: ['Firmware', 'Live'] }),
    /** One page, those that failed first. */
    getRolloutDevices: build.query({
      ...callFrom(rolloutsHttp.devices, ({ id, page, state }: DevicesQuery) => ({
        rollout_id: id,
        page,
        page_size: ROLLOUT_DEVICES_PAGE_SIZE,
        ...(state !== null && { state }),
      })),
      transformResponse: (devices: RolloutDevice[], meta: FetchBaseQueryMeta | undefined): RolloutDevicePage => ({
        devices,
        total: totalCount(meta, devices),
      }),
      providesTags: ['Firmware', 'Live'],
    }),
    /** How many devices each phase has. */
    previewRollout: build.query({ ...call(rolloutsHttp.preview), keepUnusedDataFor: 0 }),
    startRollout: build.mutation({ ...call(rolloutsHttp.start), invalidatesTags: ['Firmware'] }),
    changeRollout: build.mutation({
      ...reading(
        {
          query: ({ id, change }: { id: string; change: RolloutChange }) =>
            call(rolloutsHttp[change]).query({ rollout_id: id }),
        },
        rolloutSchema,
      ),
      // Refetched after an error too: the rollout may have changed meanwhile.
      invalidatesTags: ['Firmware'],
    }),
  }),
});

export const {
  useGetRolloutsQuery,
  useGetRolloutDevicesQuery,
  usePreviewRolloutQuery,
  useStartRolloutMutation,
  useChangeRolloutMutation,
} = rolloutsApi;
