import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import {
  schedulesHttp,
  type scheduleBodySchema,
  type schedulePatchSchema,
} from '@belfry/schemas/http/schedules/schedules';
import type { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed, ownerParameter } from '../../../lib/api/call.ts';

export type ScheduleBody = z.input<typeof scheduleBodySchema>;
export type SchedulePatch = z.input<typeof schedulePatchSchema>;

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All of a user, by default one's own, by name. */
    getSchedules: build.query({
      ...callFrom(schedulesHttp.list, ownerParameter),
      providesTags: ['Live', 'Schedule'],
    }),
    getSchedule: build.query({
      ...callFrom(schedulesHttp.read, (id: number) => ({ id })),
      providesTags: ['Live', 'Schedule'],
    }),
    getCalendar: build.query({ ...call(calendarHttp.calendar), providesTags: ['Live', 'Schedule'] }),
    addSchedule: build.mutation({
      ...callFrom(schedulesHttp.create, ({ body, owner }: { body: ScheduleBody; owner: number | undefined }) => ({
        ...ownerParameter(owner),
        ...body,
      })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    editSchedule: build.mutation({
      ...callFrom(schedulesHttp.change, ({ id, change }: { id: number; change: SchedulePatch }) => ({ id, ...change })),
      // Refetched after an error too: somebody else may have changed the schedule.
      invalidatesTags: ['Schedule'],
    }),
    deleteSchedule: build.mutation({
      ...callFrom(schedulesHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['Schedule'],
    }),
    /** What a node hears at an instant. */
    getDryRun: build.query({
      ...call(calendarHttp.dryRun),
      providesTags: ['Schedule', 'Library', 'Company'],
      keepUnusedDataFor: 0,
    }),
    /** The same with a schedule that is not saved. */
    tryDraft: build.query({ ...call(calendarHttp.dryRunDraft), providesTags: ['Schedule'], keepUnusedDataFor: 0 }),
  }),
});

export const {
  useGetSchedulesQuery,
  useGetScheduleQuery,
  useLazyGetScheduleQuery,
  useGetCalendarQuery,
  useAddScheduleMutation,
  useEditScheduleMutation,
  useDeleteScheduleMutation,
  useGetDryRunQuery,
  useTryDraftQuery,
} = schedulesApi;
