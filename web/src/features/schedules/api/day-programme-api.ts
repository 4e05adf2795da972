import { dayProgrammeHttp, type dayWindowSchema } from '@belfry/schemas/http/schedules/day-programme';
import type { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { callFrom, unlessFailed, ownerParameter } from '../../../lib/api/call.ts';

export type DayWindow = z.infer<typeof dayWindowSchema>;

const dayProgrammeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The windows of a node, or those that it inherits. */
    getDayProgramme: build.query({
      ...callFrom(dayProgrammeHttp.read, (id: number) => ({ company_id: id })),
      providesTags: ['Live', 'Schedule', 'Company'],
    }),
    /** The windows of a user that play nothing, by default one's own. */
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
  }),
});

export const { useGetDayProgrammeQuery, useGetDayProgrammeProblemsQuery, useSaveDayProgrammeMutation } =
  dayProgrammeApi;
