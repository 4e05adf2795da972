import { baseApi } from '../../api/base/base-api.ts';
import { callLater } from '../../api/base/call-later.ts';

const loadRegistration = async () => (await import('@belfry/schemas/http/accounts/registration')).registrationHttp;
const loadRecipients = async () => (await import('@belfry/schemas/http/outbox/recipients')).recipientsHttp;

export const confirmApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /auth/confirm/email: sends the code for the phone. */
    confirmEmail: build.mutation({ ...callLater(async () => (await loadRegistration()).confirmEmail) }),
    /** POST /auth/confirm/phone */
    confirmPhone: build.mutation({
      ...callLater(async () => (await loadRegistration()).confirmPhone),
      invalidatesTags: ['Profile'],
    }),
    /** POST /auth/resend/email */
    resendEmail: build.mutation({ ...callLater(async () => (await loadRegistration()).resendEmail) }),
    /** POST /auth/resend/phone */
    resendPhone: build.mutation({ ...callLater(async () => (await loadRegistration()).resendPhone) }),
    /** POST /recipients/confirm: without a session, by the token of a link. */
    confirmRecipient: build.mutation({ ...callLater(async () => (await loadRecipients()).confirm) }),
  }),
});

export const {
  useConfirmEmailMutation,
  useConfirmPhoneMutation,
  useResendEmailMutation,
  useResendPhoneMutation,
  useConfirmRecipientMutation,
} = confirmApi;
