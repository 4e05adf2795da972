import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callReading, unlessFailed } from '../../../lib/api/call.ts';
import { emergencyReadSchema } from './emergency-state.ts';

const emergencyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What is prepared, and what is going on. */
    getEmergency: build.query({
      ...callReading(emergencyHttp.read, emergencyReadSchema),
      providesTags: ['Announcement', 'Library', 'Live'],
    }),
    /** The places that do not have the audio of a message. */
    getMissingEmergency: build.query({
      ...callFrom(emergencyHttp.missing, (id: number) => ({ id })),
      keepUnusedDataFor: 0,
    }),
    startEmergency: build.mutation({
      ...call(emergencyHttp.start),
      invalidatesTags: unlessFailed('Announcement'),
    }),
    allClear: build.mutation({
      ...callFrom(emergencyHttp.allClear, (runId: string) => ({ run_id: runId })),
      // Refetched after an error too: somebody else may have ended the emergency.
      invalidatesTags: ['Announcement'],
    }),
  }),
});

export const { useGetEmergencyQuery, useGetMissingEmergencyQuery, useStartEmergencyMutation, useAllClearMutation } =
  emergencyApi;
