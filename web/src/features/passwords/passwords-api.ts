import type { ChangePasswordBody, ResetPasswordBody } from '@belfry/schemas/http/accounts/passwords';
import { baseApi } from '../../api/base/base-api.ts';
import { readUserKey } from '../../lib/session/session-store.ts';

export const passwordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** PUT /auth/change/password, with the key as a bearer token (AUTH-6). Ends the other sessions. */
    changePassword: build.mutation<unknown, ChangePasswordBody>({
      query: (body) => ({
        url: 'auth/change/password',
        method: 'PUT',
        headers: { Authorization: `Bearer ${readUserKey()}` },
        body,
      }),
      invalidatesTags: ['Profile'],
    }),
    /** POST /users/forgot-password: the same answer whether the email address is known or not. */
    forgotPassword: build.mutation<unknown, string>({
      query: (email) => ({ url: 'users/forgot-password', method: 'POST', body: { email } }),
    }),
    /** POST /auth/reset/check: whether the link of the email is still valid. */
    checkReset: build.query<unknown, string>({
      query: (token) => ({ url: 'auth/reset/check', method: 'POST', body: { token } }),
    }),
    /** PUT /auth/reset/password: ends every session. */
    resetPassword: build.mutation<unknown, ResetPasswordBody>({
      query: (body) => ({ url: 'auth/reset/password', method: 'PUT', body }),
    }),
  }),
});

export const { useChangePasswordMutation, useForgotPasswordMutation, useCheckResetQuery, useResetPasswordMutation } =
  passwordsApi;
