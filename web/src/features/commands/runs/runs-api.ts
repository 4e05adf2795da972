import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { CommandRun, RunPreview, RunStarted, RunTargets, StartRun } from '@belfry/schemas/http/commands/runs';
import type { RunDeliveriesQuery, RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import { baseApi } from '../../../api/base/base-api.ts';
import { totalCount } from '../../../api/base/total-count.ts';

/** One page of a list; `total` is the number of matches (`X-Total-Count`). */
type Page<T> = { items: T[]; total: number };
const pageOf = <T>(items: T[], meta: FetchBaseQueryMeta | undefined): Page<T> => ({
  items,
  total: totalCount(meta, items),
});

export type RunChange = 'pause' | 'resume' | 'cancel';

export const runsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /command-runs/preview: how many devices, and how many cannot be reached. */
    previewRun: build.query<RunPreview, RunTargets>({
      query: (targets) => ({ url: '/command-runs/preview', method: 'POST', body: { targets } }),
      providesTags: ['DeviceList'],
      keepUnusedDataFor: 0,
    }),
    /** POST /command-runs */
    startRun: build.mutation<RunStarted, StartRun>({
      query: (body) => ({ url: '/command-runs', method: 'POST', body }),
      invalidatesTags: ['Run'],
    }),
    /** GET /command-runs: the newest first. The event `runs_changed` refetches it. */
    getRuns: build.query<Page<CommandRun>, { page: number; page_size: number }>({
      query: (params) => ({ url: '/command-runs', params }),
      transformResponse: pageOf<CommandRun>,
      providesTags: ['Live', 'Run'],
    }),
    /** GET /command-runs/{run_id} */
    getRun: build.query<CommandRun, string>({
      query: (id) => `/command-runs/${id}`,
      providesTags: ['Live', 'Run'],
    }),
    /** GET /command-runs/{run_id}/deliveries */
    getRunDeliveries: build.query<Page<RunDelivery>, { id: string } & RunDeliveriesQuery>({
      query: ({ id, ...params }) => ({ url: `/command-runs/${id}/deliveries`, params }),
      transformResponse: pageOf<RunDelivery>,
      providesTags: ['Live', 'Run'],
    }),
    /** POST /command-runs/{run_id}/pause, resume or cancel */
    changeRun: build.mutation<CommandRun, { id: string; change: RunChange }>({
      query: ({ id, change }) => ({ url: `/command-runs/${id}/${change}`, method: 'POST' }),
      invalidatesTags: ['Run'],
    }),
  }),
});

export const {
  usePreviewRunQuery,
  useStartRunMutation,
  useGetRunsQuery,
  useGetRunQuery,
  useGetRunDeliveriesQuery,
  useChangeRunMutation,
} = runsApi;
