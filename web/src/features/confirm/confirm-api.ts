import type { ConfirmEmailBody, ConfirmPhoneBody } from '@belfry/schemas/http/accounts/registration';
import { baseApi } from '../../api/base/base-api.ts';

export const confirmApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /auth/confirm/email: sends the code for the phone. */
    confirmEmail: build.mutation<unknown, ConfirmEmailBody>({
      query: (body) => ({ url: 'auth/confirm/email', method: 'POST', body }),
    }),
    /** POST /auth/confirm/phone */
    confirmPhone: build.mutation<unknown, ConfirmPhoneBody>({
      query: (body) => ({ url: 'auth/confirm/phone', method: 'POST', body }),
      invalidatesTags: ['Profile'],
    }),
    /** POST /auth/resend/email */
    resendEmail: build.mutation<unknown, string>({
      query: (email) => ({ url: 'auth/resend/email', method: 'POST', body: { email } }),
    }),
    /** POST /auth/resend/phone */
    resendPhone: build.mutation<unknown, string>({
      query: (phone) => ({ url: 'auth/resend/phone', method: 'POST', body: { phone } }),
    }),
  }),
});

export const { useConfirmEmailMutation, useConfirmPhoneMutation, useResendEmailMutation, useResendPhoneMutation } =
  confirmApi;
