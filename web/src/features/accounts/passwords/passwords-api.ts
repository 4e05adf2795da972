import type { ChangePasswordBody } from '@belfry/schemas/http/accounts/passwords';
import { baseApi } from '../../../lib/api/base-api.ts';
import { callLater } from '../../../lib/api/call-later.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';

const loadPasswords = async () => (await import('@belfry/schemas/http/accounts/passwords')).passwordsHttp;
const change = callLater(async () => (await loadPasswords()).change);

const passwordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the key as a bearer token (AUTH-6). Ends the other sessions. */
    changePassword: build.mutation({
      ...change,
      query: (body: ChangePasswordBody) => ({
        ...change.query(body),
        transport: { headers: { Authorization: `Bearer ${readUserKey()}` } },
      }),
      invalidatesTags: ['Profile'],
    }),
    /** The same answer whether the email address is known or not. */
    forgotPassword: build.mutation({ ...callLater(async () => (await loadPasswords()).forgot) }),
    /** Whether the link of the email is still valid. */
    checkReset: build.query({ ...callLater(async () => (await loadPasswords()).checkLink) }),
    /** Ends every session. */
    resetPassword: build.mutation({ ...callLater(async () => (await loadPasswords()).reset) }),
  }),
});

export const { useChangePasswordMutation, useForgotPasswordMutation, useCheckResetQuery, useResetPasswordMutation } =
  passwordsApi;
