import {
  rolloutDeviceSchema,
  rolloutPreviewSchema,
  rolloutSchema,
  type Rollout,
  type RolloutChange,
  type RolloutDevice,
  type RolloutDeviceState,
  type RolloutPreview,
  type StartRollout,
} from '@belfry/schemas/http/devices/firmware-rollouts';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { pageOf } from '../../api/base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';

/** `state`: 'all' for every device. */
type DevicesQuery = { id: string; page: number; page_size: number; state: RolloutDeviceState | 'all' };

export const rolloutsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /client/rollouts: the last ones, the newest first. */
    getRollouts: build.query<Rollout[], void>({
      query: () => '/client/rollouts',
      rawResponseSchema: lenient(z.array(rolloutSchema)),
      providesTags: ['Firmware', 'Live'],
    }),
    /** GET /client/rollouts/{rollout_id}/devices: one page, those that failed first. */
    getRolloutDevices: build.query<Page<RolloutDevice>, DevicesQuery, RolloutDevice[]>({
      query: ({ id, state, ...page }) => ({
        url: `/client/rollouts/${id}/devices`,
        params: { ...page, ...(state !== 'all' && { state }) },
      }),
      rawResponseSchema: lenient(z.array(rolloutDeviceSchema)),
      transformResponse: pageOf<RolloutDevice>,
      providesTags: ['Firmware', 'Live'],
    }),
    /** POST /client/rollouts/preview: how many devices each phase has. */
    previewRollout: build.query<RolloutPreview, StartRollout>({
      query: (body) => ({ url: '/client/rollouts/preview', method: 'POST', body }),
      rawResponseSchema: lenient(rolloutPreviewSchema),
      keepUnusedDataFor: 0,
    }),
    /** POST /client/rollouts */
    startRollout: build.mutation<Rollout, StartRollout>({
      query: (body) => ({ url: '/client/rollouts', method: 'POST', body }),
      invalidatesTags: ['Firmware'],
    }),
    /** POST /client/rollouts/{rollout_id}/pause, /resume and /cancel */
    changeRollout: build.mutation<Rollout, { id: string; change: RolloutChange }>({
      query: ({ id, change }) => ({ url: `/client/rollouts/${id}/${change}`, method: 'POST' }),
      // Refetched after an error too: the rollout may have changed meanwhile.
      invalidatesTags: ['Firmware'],
    }),
  }),
});

export const { useGetRolloutsQuery, usePreviewRolloutQuery, useStartRolloutMutation, useChangeRolloutMutation } =
  rolloutsApi;
