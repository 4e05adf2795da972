import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callReading, unlessFailed } from '../../../lib/api/call.ts';
import { authApi, readableProfileSchema } from '../../../lib/session/auth-api.ts';
import { contactChangeHttp } from '@belfry/schemas/http/accounts/contact-change';

/** The answer to an update, whose profile is read by HOME-6. */
const updatedSchema = z.object({ user: readableProfileSchema }).transform(({ user }) => user);

const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Absent fields do not change. */
    updateProfile: build.mutation({
      ...callReading(usersHttp.update, updatedSchema),
      invalidatesTags: unlessFailed('Profile'),
      // Shown before the refetch, which brings fields that the change affects indirectly.
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
    changeContact: build.mutation({ ...call(contactChangeHttp.change) }),
    confirmContact: build.mutation({ ...call(contactChangeHttp.confirm), invalidatesTags: ['Profile', 'User'] }),
  }),
});

export const {
  useUpdateProfileMutation,
  useChangeOwnPasswordMutation,
  useChangeContactMutation,
  useConfirmContactMutation,
} = profileApi;
