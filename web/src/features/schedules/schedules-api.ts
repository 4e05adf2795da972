import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import {
  schedulesHttp,
  type scheduleBodySchema,
  type schedulePatchSchema,
} from '@belfry/schemas/http/schedules/schedules';
import type { z } from 'zod';
import { dayProgrammeHttp, type dayWindowSchema } from '@belfry/schemas/http/schedules/day-programme';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { nextRingsHttp } from '@belfry/schemas/http/schedules/next-rings';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed, ownerParameter } from '../../lib/api/call.ts';

export type ScheduleBody = z.input<typeof scheduleBodySchema>;
type SchedulePatch = z.input<typeof schedulePatchSchema>;
export type DayWindow = z.infer<typeof dayWindowSchema>;

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
    getNextRings: build.query({ ...call(nextRingsHttp.list), providesTags: ['Live', 'Schedule', 'Company'] }),
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
    getDryRun: build.query({
      ...call(calendarHttp.dryRun),
      providesTags: ['Schedule', 'Library', 'Company'],
      keepUnusedDataFor: 0,
    }),
    tryDraft: build.query({ ...call(calendarHttp.dryRunDraft), providesTags: ['Schedule'], keepUnusedDataFor: 0 }),
    getDayProgramme: build.query({
      ...callFrom(dayProgrammeHttp.read, (id: number) => ({ company_id: id })),
      providesTags: ['Live', 'Schedule', 'Company'],
    }),
    getDayProgrammeProblems: build.query({
      ...callFrom(dayProgrammeHttp.problems, (owner: number | void) => ownerParameter(owner)),
      providesTags: ['Live', 'Schedule', 'Company', 'Library'],
    }),
    /** Without windows the node inherits. */
    saveDayProgramme: build.mutation({
      ...callFrom(dayProgrammeHttp.change, ({ id, windows }: { id: number; windows: DayWindow[] }) => ({
        company_id: id,
        windows,
      })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    /** When the iCalendar link was made; null without a link. */
    getFeed: build.query({ ...call(feedHttp.read), providesTags: ['Schedule'] }),
    /** A new link, which replaces the previous one and is shown only now. */
    makeFeed: build.mutation({
      ...call(feedHttp.create),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    revokeFeed: build.mutation({
      ...call(feedHttp.remove),
      invalidatesTags: unlessFailed('Schedule'),
    }),
  }),
});

export const {
  useGetSchedulesQuery,
  useGetScheduleQuery,
  useLazyGetScheduleQuery,
  useGetCalendarQuery,
  useGetNextRingsQuery,
  useAddScheduleMutation,
  useEditScheduleMutation,
  useDeleteScheduleMutation,
  useGetDryRunQuery,
  useTryDraftQuery,
  useGetDayProgrammeQuery,
  useGetDayProgrammeProblemsQuery,
  useSaveDayProgrammeMutation,
  useGetFeedQuery,
  useMakeFeedMutation,
  useRevokeFeedMutation,
} = schedulesApi;
