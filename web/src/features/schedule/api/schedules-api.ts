import { dryRunSchema, type DryRun, type dryRunBodySchema } from '@belfry/schemas/http/schedules/dry-run';
import {
  occurrenceSchema,
  scheduleSchema,
  type Occurrence,
  type Schedule,
  type scheduleBodySchema,
  type schedulePatchSchema,
} from '@belfry/schemas/http/schedules/schedules';
import { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';
import { ownerParameter } from '../../../api/targets/owner-parameter.ts';

export type ScheduleBody = z.input<typeof scheduleBodySchema>;
export type SchedulePatch = z.input<typeof schedulePatchSchema>;
export type DryRunBody = z.input<typeof dryRunBodySchema>;
/** `from` and `to` are dates, the last one exclusive; `company_id`: only what this node hears. */
export type CalendarQuery = { from: string; to: string; company_id?: number; user_id?: number };

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /schedules: all of a user, by default one's own, by name. */
    getSchedules: build.query<Schedule[], number | void>({
      query: (owner) => ({ url: '/schedules', params: ownerParameter(owner) }),
      rawResponseSchema: lenient(z.array(scheduleSchema)),
      providesTags: ['Live', 'Schedule'],
    }),
    /** GET /schedules/{id} */
    getSchedule: build.query<Schedule, number>({
      query: (id) => `/schedules/${id}`,
      rawResponseSchema: lenient(scheduleSchema),
      providesTags: ['Live', 'Schedule'],
    }),
    /** GET /schedules/calendar */
    getCalendar: build.query<Occurrence[], CalendarQuery>({
      query: (params) => ({ url: '/schedules/calendar', params }),
      rawResponseSchema: lenient(z.array(occurrenceSchema)),
      providesTags: ['Live', 'Schedule'],
    }),
    /** POST /schedules */
    addSchedule: build.mutation<Schedule, { body: ScheduleBody; owner: number | undefined }>({
      query: ({ body, owner }) => ({ url: '/schedules', method: 'POST', params: ownerParameter(owner), body }),
      rawResponseSchema: lenient(scheduleSchema),
      invalidatesTags: (_schedule, error) => (error ? [] : ['Schedule']),
    }),
    /** PUT /schedules/{id} */
    editSchedule: build.mutation<Schedule, { id: number; change: SchedulePatch }>({
      query: ({ id, change }) => ({ url: `/schedules/${id}`, method: 'PUT', body: change }),
      rawResponseSchema: lenient(scheduleSchema),
      // Refetched after an error too: somebody else may have changed the schedule.
      invalidatesTags: ['Schedule'],
    }),
    /** DELETE /schedules/{id} */
    deleteSchedule: build.mutation<unknown, number>({
      query: (id) => ({ url: `/schedules/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Schedule'],
    }),
    /** GET /schedules/dry-run: what a node hears at an instant. */
    getDryRun: build.query<DryRun, { company_id: number; at: string }>({
      query: (params) => ({ url: '/schedules/dry-run', params }),
      rawResponseSchema: lenient(dryRunSchema),
      providesTags: ['Schedule', 'Library', 'Company'],
      keepUnusedDataFor: 0,
    }),
    /** POST /schedules/dry-run: the same with a schedule that is not saved. */
    tryDraft: build.query<DryRun, DryRunBody>({
      query: (body) => ({ url: '/schedules/dry-run', method: 'POST', body }),
      rawResponseSchema: lenient(dryRunSchema),
      providesTags: ['Schedule'],
      keepUnusedDataFor: 0,
    }),
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
