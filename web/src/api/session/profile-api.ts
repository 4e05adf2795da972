import type { ChangePasswordBody } from '@belfry/schemas/http/accounts/passwords';
import type { Profile, UpdateProfileAnswer, UpdateProfileBody } from '@belfry/schemas/http/users/users';
import { baseApi } from '../base/base-api.ts';
import { authApi, readProfile } from './auth-api.ts';

export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** PUT /users/update: absent fields do not change. */
    updateProfile: build.mutation<Profile, UpdateProfileBody>({
      query: (body) => ({ url: 'users/update', method: 'PUT', body }),
      transformResponse: ({ user }: UpdateProfileAnswer) => readProfile(user),
      invalidatesTags: (_answer, error) => (error ? [] : ['Profile']),
      // Shown at once; the refetch brings fields that the change affects indirectly.
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const profile = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (profile) dispatch(authApi.util.updateQueryData('getProfile', undefined, () => profile));
      },
    }),
    /** PUT /auth/change/password, with the plain key; see AUTH-6. */
    changeOwnPassword: build.mutation<unknown, ChangePasswordBody>({
      query: (body) => ({ url: 'auth/change/password', method: 'PUT', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Profile', 'Session']),
    }),
  }),
});

export const { useUpdateProfileMutation, useChangeOwnPasswordMutation } = profileApi;
