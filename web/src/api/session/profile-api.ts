import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp, type Profile } from '@belfry/schemas/http/users/users';
import { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { call, callReading, unlessFailed } from '../base/call.ts';
import { authApi, readableProfileSchema } from './auth-api.ts';

/** The profile in the answer to an update: in `user`, or the answer itself; null where there is none; see HOME-5. */
export const updatedProfileSchema: z.ZodType<Profile | null> = z
  .union([z.object({ user: readableProfileSchema }).transform(({ user }) => user), readableProfileSchema])
  .nullable()
  .catch(null);

export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Absent fields do not change. */
    updateProfile: build.mutation({
      ...callReading(usersHttp.update, updatedProfileSchema),
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
