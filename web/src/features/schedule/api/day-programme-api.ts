import {
  dayProgrammeProblemSchema,
  dayProgrammeSchema,
  type DayProgramme,
  type DayProgrammeProblem,
  type dayWindowSchema,
} from '@belfry/schemas/http/schedules/day-programme';
import { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';
import { ownerParameter } from '../../../api/targets/owner-parameter.ts';

export type DayWindow = z.infer<typeof dayWindowSchema>;

const dayProgrammeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /schedules/day-programme/{company_id}: the windows of a node, or those that it inherits. */
    getDayProgramme: build.query<DayProgramme, number>({
      query: (id) => `/schedules/day-programme/${id}`,
      rawResponseSchema: lenient(dayProgrammeSchema),
      providesTags: ['Live', 'Schedule', 'Company'],
    }),
    /** GET /schedules/day-programme-problems: the windows of a user that play nothing, by default one's own. */
    getDayProgrammeProblems: build.query<DayProgrammeProblem[], number | void>({
      query: (owner) => ({ url: '/schedules/day-programme-problems', params: ownerParameter(owner) }),
      rawResponseSchema: lenient(z.array(dayProgrammeProblemSchema)),
      providesTags: ['Live', 'Schedule', 'Company', 'Library'],
    }),
    /** PUT /schedules/day-programme/{company_id}: without windows the node inherits. */
    saveDayProgramme: build.mutation<DayProgramme, { id: number; windows: DayWindow[] }>({
      query: ({ id, windows }) => ({ url: `/schedules/day-programme/${id}`, method: 'PUT', body: { windows } }),
      rawResponseSchema: lenient(dayProgrammeSchema),
      invalidatesTags: (_programme, error) => (error ? [] : ['Schedule']),
    }),
  }),
});

export const { useGetDayProgrammeQuery, useGetDayProgrammeProblemsQuery, useSaveDayProgrammeMutation } =
  dayProgrammeApi;
