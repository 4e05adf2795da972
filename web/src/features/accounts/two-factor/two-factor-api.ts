import {
  twoFactorHttp,
  type recoveryCodesSchema,
  type twoFactorEnrolmentSchema,
} from '@belfry/schemas/http/accounts/two-factor';
import type { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, unlessFailed, withKey } from '../../../lib/api/call.ts';

export type Enrolment = z.infer<typeof twoFactorEnrolmentSchema>;
const codesOf = ({ recovery_codes }: z.infer<typeof recoveryCodesSchema>): string[] => recovery_codes;

const twoFactorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTwoFactor: build.query({ ...call(twoFactorHttp.read), providesTags: ['TwoFactor'] }),
    enrolTwoFactor: build.mutation({ ...call(twoFactorHttp.enrol) }),
    /** Turns it on; only this answer contains the recovery codes. */
    confirmTwoFactor: build.mutation({
      ...call(twoFactorHttp.confirm),
      transformResponse: codesOf,
      invalidatesTags: unlessFailed('TwoFactor', 'Profile'),
    }),
    /** The same with the key of a sign-in that has to set up a second factor. */
    enrolAtSignIn: build.mutation({ ...withKey(call(twoFactorHttp.enrol)) }),
    confirmAtSignIn: build.mutation({ ...withKey(call(twoFactorHttp.confirm)), transformResponse: codesOf }),
    renewRecoveryCodes: build.mutation({
      ...call(twoFactorHttp.replaceRecoveryCodes),
      transformResponse: codesOf,
      invalidatesTags: unlessFailed('TwoFactor'),
    }),
    disableTwoFactor: build.mutation({
      ...call(twoFactorHttp.disable),
      invalidatesTags: unlessFailed('TwoFactor', 'Profile'),
    }),
  }),
});

export const {
  useGetTwoFactorQuery,
  useEnrolTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useEnrolAtSignInMutation,
  useConfirmAtSignInMutation,
  useRenewRecoveryCodesMutation,
  useDisableTwoFactorMutation,
} = twoFactorApi;
