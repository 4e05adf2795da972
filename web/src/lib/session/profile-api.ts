import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { z } from 'zod';
import { baseApi } from '../api/base-api.ts';
import { call, callReading, unlessFailed } from '../api/call.ts';
import { authApi, readableProfileSchema } from './auth-api.ts';

/** The answer to an update, whose profile is read by HOME-6. */
const updatedSchema = z.object({ user: readableProfileSchema }).transform(({ user }) => user);

export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Absent fields do not change. */
    updateProfile: build.mutation({
      ...callReading(usersHttp.update, updatedSchema),
      invalidatesTags: unlessFailed('Profile'),
      // Shown at once; the refetch brings fields that the change affects indirectly.
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const profile = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (profile) dispatch(authApi.util.updateQueryData('getProfile', undefined, () => profile));
      },
    }),
    /** With the plain key; see AUTH-6. */
    changeOwnPassword: build.mutation({
      ...call(passwordsHttp.change),
      invalidatesTags: unlessFailed('Profile', 'Session'),
    }),
  }),
});

export const { useUpdateProfileMutation, useChangeOwnPasswordMutation } = profileApi;
