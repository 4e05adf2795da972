import { baseApi } from '../../../lib/api/base-api.ts';
import { callLater } from '../../../lib/api/call-later.ts';

const loadRegistration = async () => (await import('@belfry/schemas/http/accounts/registration')).registrationHttp;
const loadRecipients = async () => (await import('@belfry/schemas/http/mail/recipients')).recipientsHttp;

const confirmApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the code for the phone. */
    confirmEmail: build.mutation({ ...callLater(async () => (await loadRegistration()).confirmEmail) }),
    confirmPhone: build.mutation({
      ...callLater(async () => (await loadRegistration()).confirmPhone),
      invalidatesTags: ['Profile'],
    }),
    resendEmail: build.mutation({ ...callLater(async () => (await loadRegistration()).resendEmail) }),
    resendPhone: build.mutation({ ...callLater(async () => (await loadRegistration()).resendPhone) }),
    /** Without a session, by the token of a link. */
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
