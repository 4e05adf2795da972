import {
  recoveryCodesSchema,
  twoFactorEnrolmentSchema,
  twoFactorStateSchema,
  type TwoFactorState,
} from '@belfry/schemas/http/accounts/two-factor';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

export type Enrolment = z.infer<typeof twoFactorEnrolmentSchema>;
type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

const post = (path: string, body: object) => ({ url: `auth/two-factor/${path}`, method: 'POST', body });

export const twoFactorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /auth/two-factor: whether it is on, and the number of recovery codes left. */
    getTwoFactor: build.query<TwoFactorState, void>({
      query: () => 'auth/two-factor',
      rawResponseSchema: lenient(twoFactorStateSchema),
      providesTags: ['TwoFactor'],
    }),
    /** POST /auth/two-factor/enrol: a new secret, which is used after its confirmation. */
    enrolTwoFactor: build.mutation<Enrolment, { password: string }>({
      query: (body) => post('enrol', body),
      rawResponseSchema: lenient(twoFactorEnrolmentSchema),
    }),
    /** POST /auth/two-factor/confirm: turns it on; only this answer contains the recovery codes. */
    confirmTwoFactor: build.mutation<string[], { code: string }, RecoveryCodes>({
      query: (body) => post('confirm', body),
      rawResponseSchema: lenient(recoveryCodesSchema),
      transformResponse: ({ recovery_codes }) => recovery_codes,
      invalidatesTags: (_codes, error) => (error ? [] : ['TwoFactor', 'Profile']),
    }),
    /** POST /auth/two-factor/recovery-codes: replaces the recovery codes. */
    renewRecoveryCodes: build.mutation<string[], { password: string }, RecoveryCodes>({
      query: (body) => post('recovery-codes', body),
      rawResponseSchema: lenient(recoveryCodesSchema),
      transformResponse: ({ recovery_codes }) => recovery_codes,
      invalidatesTags: (_codes, error) => (error ? [] : ['TwoFactor']),
    }),
    /** POST /auth/two-factor/disable */
    disableTwoFactor: build.mutation<unknown, { password: string; code: string }>({
      query: (body) => post('disable', body),
      invalidatesTags: (_answer, error) => (error ? [] : ['TwoFactor', 'Profile']),
    }),
  }),
});

export const {
  useGetTwoFactorQuery,
  useEnrolTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useDisableTwoFactorMutation,
} = twoFactorApi;
