import {
  dayProgrammeSchema,
  type DayProgramme,
  type dayWindowSchema,
} from '@belfry/schemas/http/schedules/day-programme';
import type { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';

export type DayWindow = z.infer<typeof dayWindowSchema>;

const dayProgrammeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /schedules/day-programme/{company_id}: the windows of a node, or those that it inherits. */
    getDayProgramme: build.query<DayProgramme, number>({
      query: (id) => `/schedules/day-programme/${id}`,
      rawResponseSchema: lenient(dayProgrammeSchema),
      providesTags: ['Live', 'Schedule', 'Company'],
    }),
    /** PUT /schedules/day-programme/{company_id}: without windows the node inherits. */
    saveDayProgramme: build.mutation<DayProgramme, { id: number; windows: DayWindow[] }>({
      query: ({ id, windows }) => ({ url: `/schedules/day-programme/${id}`, method: 'PUT', body: { windows } }),
      rawResponseSchema: lenient(dayProgrammeSchema),
      invalidatesTags: (_programme, error) => (error ? [] : ['Schedule']),
    }),
  }),
});

export const { useGetDayProgrammeQuery, useSaveDayProgrammeMutation } = dayProgrammeApi;
