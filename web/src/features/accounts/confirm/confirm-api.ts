import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { recipientsHttp } from '@belfry/schemas/http/mail/recipients';

const confirmApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the code for the phone. */
    confirmEmail: build.mutation({ ...call(registrationHttp.confirmEmail) }),
    confirmPhone: build.mutation({
      ...call(registrationHttp.confirmPhone),
      invalidatesTags: ['Profile'],
    }),
    resendEmail: build.mutation({ ...call(registrationHttp.resendEmail) }),
    resendPhone: build.mutation({ ...call(registrationHttp.resendPhone) }),
    /** Without a session, by the token of a link. */
    confirmRecipient: build.mutation({ ...call(recipientsHttp.confirm) }),
  }),
});

export const {
  useConfirmEmailMutation,
  useConfirmPhoneMutation,
  useResendEmailMutation,
  useResendPhoneMutation,
  useConfirmRecipientMutation,
} = confirmApi;
