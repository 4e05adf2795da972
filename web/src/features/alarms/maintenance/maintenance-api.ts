import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom } from '../../../lib/api/call.ts';

const maintenanceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** By name; at one node, above it and below it, or all that the person sees. */
    getMaintenanceWindows: build.query({
      ...callFrom(maintenanceHttp.list, (company_id: number | null) => (company_id === null ? {} : { company_id })),
      providesTags: ['Live', 'Alarm'],
    }),
    getMaintenanceCalendar: build.query({
      ...call(maintenanceHttp.calendar),
      providesTags: ['Live', 'Alarm', 'Firmware', 'Command'],
    }),
    // Each is fetched again after an error too: somebody else may have changed it.
    createMaintenanceWindow: build.mutation({ ...call(maintenanceHttp.create), invalidatesTags: ['Alarm'] }),
    changeMaintenanceWindow: build.mutation({ ...call(maintenanceHttp.change), invalidatesTags: ['Alarm'] }),
    removeMaintenanceWindow: build.mutation({
      ...callFrom(maintenanceHttp.remove, (window_id: number) => ({ window_id })),
      invalidatesTags: ['Alarm'],
    }),
  }),
});

export const {
  useGetMaintenanceWindowsQuery,
  useGetMaintenanceCalendarQuery,
  useCreateMaintenanceWindowMutation,
  useChangeMaintenanceWindowMutation,
  useRemoveMaintenanceWindowMutation,
} = maintenanceApi;
