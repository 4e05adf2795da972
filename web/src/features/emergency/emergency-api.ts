import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { AnnouncementRun, SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import type { EmergencyState, MissingEmergency } from '@belfry/schemas/http/announcements/emergency';
import { baseApi } from '../../api/base/base-api.ts';

type Start = { message_id: number; targets: TargetsInput; drill: boolean };

const emergencyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * GET /emergency: what is prepared, and what is going on. Not checked by the contract: an emergency that cannot be read completely
     * must be shown and ended nevertheless.
     */
    getEmergency: build.query<EmergencyState, void>({
      query: () => '/emergency',
      providesTags: ['Announcement', 'Library', 'Live'],
    }),
    /** GET /emergency/messages/{id}/missing: the places that do not have the audio of a message. */
    getMissingEmergency: build.query<MissingEmergency, number>({
      query: (id) => `/emergency/messages/${id}/missing`,
      keepUnusedDataFor: 0,
    }),
    /** POST /emergency/start */
    startEmergency: build.mutation<SayAnswer, Start>({
      query: (body) => ({ url: '/emergency/start', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Announcement']),
    }),
    /** POST /emergency/{run_id}/all-clear */
    allClear: build.mutation<AnnouncementRun, string>({
      query: (runId) => ({ url: `/emergency/${runId}/all-clear`, method: 'POST' }),
      // Refetched after an error too: somebody else may have ended the emergency.
      invalidatesTags: ['Announcement'],
    }),
  }),
});

export const { useGetEmergencyQuery, useGetMissingEmergencyQuery, useStartEmergencyMutation, useAllClearMutation } =
  emergencyApi;
