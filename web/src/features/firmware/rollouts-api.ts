import {
  rolloutSchema,
  rolloutsHttp,
  type RolloutChange,
  type RolloutDeviceState,
} from '@belfry/schemas/http/firmware/rollouts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callPage, reading } from '../../lib/api/call.ts';

/** `state`: 'all' for every device. */
type DevicesQuery = { id: string; page: number; page_size: number; state: RolloutDeviceState | 'all' };

export const rolloutsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The last ones, the newest first. */
    getRollouts: build.query({ ...call(rolloutsHttp.list), providesTags: ['Firmware', 'Live'] }),
    /** One page, those that failed first. */
    getRolloutDevices: build.query({
      ...callPage(rolloutsHttp.devices, ({ id, state, ...page }: DevicesQuery) => ({
        rollout_id: id,
        ...page,
        ...(state !== 'all' && { state }),
      })),
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

export const { useGetRolloutsQuery, usePreviewRolloutQuery, useStartRolloutMutation, useChangeRolloutMutation } =
  rolloutsApi;
