import { holidaysHttp, uploadedHolidaysSchema } from '@belfry/schemas/http/holidays';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, ownerParameter, reading, unlessFailed } from '../../lib/api/call.ts';

const CALENDAR = { headers: { 'Content-Type': 'text/calendar' } };

const holidaysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getHolidays: build.query({
      ...callFrom(holidaysHttp.list, ownerParameter),
      providesTags: ['Schedule'],
    }),
    /** Of an iCalendar file, which is sent as it is. `skipped` names the events that could not be read. */
    addHolidays: build.mutation({
      ...reading(
        {
          query: ({ name, file, owner }: { name: string; file: File; owner: number | undefined }) => ({
            ...call(holidaysHttp.upload, CALENDAR).query({ name, body: '', ...ownerParameter(owner) }),
            body: file,
          }),
        },
        uploadedHolidaysSchema,
      ),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    deleteHolidays: build.mutation({
      ...callFrom(holidaysHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['Schedule'],
    }),
  }),
});

export const { useGetHolidaysQuery, useAddHolidaysMutation, useDeleteHolidaysMutation } = holidaysApi;
