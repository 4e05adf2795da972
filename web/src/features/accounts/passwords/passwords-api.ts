import { passwordsHttp, type ChangePasswordBody } from '@belfry/schemas/http/accounts/passwords';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';

const change = call(passwordsHttp.change);

const passwordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the key as a bearer token (AUTH-6). Ends the other sessions. */
    changePassword: build.mutation({
      ...change,
      query: (body: ChangePasswordBody) => ({
        ...change.query(body),
        headers: { Authorization: `Bearer ${readUserKey()}` },
      }),
      invalidatesTags: ['Profile'],
    }),
    /** The same answer whether the email address is known or not. */
    forgotPassword: build.mutation({ ...call(passwordsHttp.forgot) }),
    checkReset: build.query({ ...call(passwordsHttp.checkLink) }),
    /** Ends every session. */
    resetPassword: build.mutation({ ...call(passwordsHttp.reset) }),
  }),
});

export const { useChangePasswordMutation, useForgotPasswordMutation, useCheckResetQuery, useResetPasswordMutation } =
  passwordsApi;
