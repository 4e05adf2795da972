import {
  holidayCalendarSchema,
  uploadedHolidaysSchema,
  type HolidayCalendar,
} from '@belfry/schemas/http/schedules/holidays';
import { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';
import { ownerParameter } from '../../../api/targets/owner-parameter.ts';

/** `skipped` names the events of the file that could not be read. */
type Uploaded = z.infer<typeof uploadedHolidaysSchema>;

const holidaysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /schedules/holidays */
    getHolidays: build.query<HolidayCalendar[], number | void>({
      query: (owner) => ({ url: '/schedules/holidays', params: ownerParameter(owner) }),
      rawResponseSchema: lenient(z.array(holidayCalendarSchema)),
      providesTags: ['Schedule'],
    }),
    /** POST /schedules/holidays: the body is an iCalendar file. */
    addHolidays: build.mutation<Uploaded, { name: string; file: File; owner: number | undefined }>({
      query: ({ name, file, owner }) => ({
        url: '/schedules/holidays',
        method: 'POST',
        params: { name, ...ownerParameter(owner) },
        body: file,
        headers: { 'Content-Type': 'text/calendar' },
      }),
      rawResponseSchema: lenient(uploadedHolidaysSchema),
      invalidatesTags: (_calendar, error) => (error ? [] : ['Schedule']),
    }),
    /** DELETE /schedules/holidays/{id} */
    deleteHolidays: build.mutation<unknown, number>({
      query: (id) => ({ url: `/schedules/holidays/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Schedule'],
    }),
  }),
});

export const { useGetHolidaysQuery, useAddHolidaysMutation, useDeleteHolidaysMutation } = holidaysApi;
