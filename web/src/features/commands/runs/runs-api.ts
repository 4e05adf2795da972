import { commandRunSchema, type RunTargets } from '@belfry/schemas/http/command-runs/runs';
import { runsHttp, type RunDeliveriesQuery } from '@belfry/schemas/http/command-runs/run-lists';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callPage, reading } from '../../../lib/api/call.ts';

type DeliveriesQuery = Pick<RunDeliveriesQuery, 'state'> & { id: string; page: number; page_size: number };
export type RunChange = 'pause' | 'resume' | 'cancel';

export const runsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    previewRun: build.query({
      ...callFrom(runsHttp.preview, (targets: RunTargets) => ({ targets })),
      providesTags: ['DeviceList'],
      keepUnusedDataFor: 0,
    }),
    startRun: build.mutation({ ...call(runsHttp.start), invalidatesTags: ['Run'] }),
    /** The newest first. The event `runs_changed` refetches it. */
    getCommandRuns: build.query({ ...callPage(runsHttp.list), providesTags: ['Live', 'Run'] }),
    getCommandRun: build.query({
      ...callFrom(runsHttp.read, (id: string) => ({ run_id: id })),
      providesTags: ['Live', 'Run'],
    }),
    getRunDeliveries: build.query({
      ...callPage(runsHttp.deliveries, ({ id, ...query }: DeliveriesQuery) => ({
        run_id: id,
        ...query,
      })),
      providesTags: ['Live', 'Run'],
    }),
    changeRun: build.mutation({
      ...reading(
        {
          query: ({ id, change }: { id: string; change: RunChange }) => call(runsHttp[change]).query({ run_id: id }),
        },
        commandRunSchema,
      ),
      invalidatesTags: ['Run'],
    }),
  }),
});

export const { usePreviewRunQuery, useStartRunMutation, useGetCommandRunQuery, useChangeRunMutation } = runsApi;
