import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { requiredSecondFactorHttp } from '@belfry/schemas/http/accounts/required-second-factor';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, unlessFailed, withKey } from '../../../lib/api/call.ts';

const passkeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPasskeys: build.query({ ...call(passkeysHttp.list), providesTags: ['Passkey'] }),
    /** Proves the user again; answers how the browser makes a passkey. */
    beginPasskey: build.mutation({ ...call(passkeysHttp.beginRegistration) }),
    /** Adds it; only this answer contains recovery codes, where it is the first second factor. */
    finishPasskey: build.mutation({
      ...call(passkeysHttp.finishRegistration),
      invalidatesTags: unlessFailed('Passkey', 'TwoFactor'),
    }),
    /** The same with the key of a sign-in that has to set up a second factor. */
    beginPasskeyAtSignIn: build.mutation({ ...withKey(call(passkeysHttp.beginRegistration)) }),
    finishPasskeyAtSignIn: build.mutation({ ...withKey(call(passkeysHttp.finishRegistration)) }),
    // Refetched after an error too: the passkey may be gone.
    renamePasskey: build.mutation({ ...call(passkeysHttp.rename), invalidatesTags: ['Passkey'] }),
    removePasskey: build.mutation({ ...call(passkeysHttp.remove), invalidatesTags: ['Passkey', 'TwoFactor'] }),
    getRequiredSecondFactor: build.query({ ...call(requiredSecondFactorHttp.read), providesTags: ['TwoFactor'] }),
    requireSecondFactor: build.mutation({
      ...call(requiredSecondFactorHttp.change),
      invalidatesTags: unlessFailed('TwoFactor'),
    }),
  }),
});

export const {
  useGetPasskeysQuery,
  useBeginPasskeyMutation,
  useFinishPasskeyMutation,
  useBeginPasskeyAtSignInMutation,
  useFinishPasskeyAtSignInMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useGetRequiredSecondFactorQuery,
  useRequireSecondFactorMutation,
} = passkeysApi;
