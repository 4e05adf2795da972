import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { baseApi } from '../api/base-api.ts';
import { call, unlessFailed } from '../api/call.ts';

/**
 * The person's choices for all browsers, and the end of their session. An event about the own account makes both stale,
 * as it does the profile.
 */
export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getUserSettings: build.query({ ...call(settingsHttp.read), providesTags: ['Profile'] }),
    getSessionState: build.query({ ...call(settingsHttp.session), providesTags: ['Profile'] }),
    getOrganisationSession: build.query({ ...call(settingsHttp.readOrganisation), providesTags: ['Profile'] }),
  }),
});

const settingsChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    updateUserSettings: build.mutation({
      ...call(settingsHttp.update),
      invalidatesTags: unlessFailed('Profile'),
      // Shown before the refetch.
      onQueryStarted: async (_choices, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (answer) dispatch(settingsApi.util.updateQueryData('getUserSettings', undefined, () => answer));
      },
    }),
    updateOrganisationSession: build.mutation({
      ...call(settingsHttp.updateOrganisation),
      invalidatesTags: unlessFailed('Profile'),
      onQueryStarted: async (_limit, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (answer) dispatch(settingsApi.util.updateQueryData('getOrganisationSession', undefined, () => answer));
      },
    }),
  }),
});

export const { useGetUserSettingsQuery, useGetSessionStateQuery, useGetOrganisationSessionQuery } = settingsApi;
export const { useUpdateUserSettingsMutation, useUpdateOrganisationSessionMutation } = settingsChangesApi;
