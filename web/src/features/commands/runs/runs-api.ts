import {
  commandRunSchema,
  runPreviewSchema,
  runStartedSchema,
  type CommandRun,
  type RunPreview,
  type RunStarted,
  type RunTargets,
  type StartRun,
} from '@belfry/schemas/http/commands/runs';
import { runDeliverySchema, type RunDeliveriesQuery, type RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';
import { pageOf } from '../../../api/base/page-of.ts';
import type { Page } from '../../../lib/paging/page.ts';

export type RunChange = 'pause' | 'resume' | 'cancel';

export const runsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /command-runs/preview: how many devices, and how many cannot be reached. */
    previewRun: build.query<RunPreview, RunTargets>({
      query: (targets) => ({ url: '/command-runs/preview', method: 'POST', body: { targets } }),
      rawResponseSchema: lenient(runPreviewSchema),
      providesTags: ['DeviceList'],
      keepUnusedDataFor: 0,
    }),
    /** POST /command-runs */
    startRun: build.mutation<RunStarted, StartRun>({
      query: (body) => ({ url: '/command-runs', method: 'POST', body }),
      rawResponseSchema: lenient(runStartedSchema),
      invalidatesTags: ['Run'],
    }),
    /** GET /command-runs: the newest first. The event `runs_changed` refetches it. */
    getCommandRuns: build.query<Page<CommandRun>, { page: number; page_size: number }, CommandRun[]>({
      query: (params) => ({ url: '/command-runs', params }),
      rawResponseSchema: lenient(z.array(commandRunSchema)),
      transformResponse: pageOf<CommandRun>,
      providesTags: ['Live', 'Run'],
    }),
    /** GET /command-runs/{run_id} */
    getCommandRun: build.query<CommandRun, string>({
      query: (id) => `/command-runs/${id}`,
      rawResponseSchema: lenient(commandRunSchema),
      providesTags: ['Live', 'Run'],
    }),
    /** GET /command-runs/{run_id}/deliveries */
    getRunDeliveries: build.query<Page<RunDelivery>, { id: string } & RunDeliveriesQuery, RunDelivery[]>({
      query: ({ id, ...params }) => ({ url: `/command-runs/${id}/deliveries`, params }),
      rawResponseSchema: lenient(z.array(runDeliverySchema)),
      transformResponse: pageOf<RunDelivery>,
      providesTags: ['Live', 'Run'],
    }),
    /** POST /command-runs/{run_id}/pause, resume or cancel */
    changeRun: build.mutation<CommandRun, { id: string; change: RunChange }>({
      query: ({ id, change }) => ({ url: `/command-runs/${id}/${change}`, method: 'POST' }),
      rawResponseSchema: lenient(commandRunSchema),
      invalidatesTags: ['Run'],
    }),
  }),
});

export const { usePreviewRunQuery, useStartRunMutation, useGetCommandRunQuery, useChangeRunMutation } = runsApi;
