import { baseApi } from '../../../lib/api/base-api.ts';
import { call, reading } from '../../../lib/api/call.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { signedInSchema, signInSchema } from './login-answer.ts';

/** Read as text, then parsed, because an empty answer has to be distinguished from invalid JSON; see AUTH-15. */
const parseText = async (response: Response): Promise<unknown> => JSON.parse(await response.text());
const AS_TEXT = { responseHandler: parseText };

/** Both steps of a sign-in, and the request that lifts its limit. The answers of a sign-in are read by AUTH-10. */
const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation({
      ...reading(call(authHttp.signIn, AS_TEXT), signInSchema),
    }),
    /** The same answer as a sign-in without a second step. */
    loginTwoFactor: build.mutation({
      ...reading(call(authHttp.completeSignIn, AS_TEXT), signedInSchema),
    }),
    /** The options with which the browser asks for a passkey, without a password or as the second step. */
    beginPasskeySignIn: build.mutation({ ...call(passkeysHttp.beginSignIn) }),
    /** The same answer as a sign-in with the password. */
    finishPasskeySignIn: build.mutation({
      ...reading(call(passkeysHttp.finishSignIn, AS_TEXT), signedInSchema),
    }),
    /** The same answer whether the email address is known or not. */
    requestUnlock: build.mutation({ ...call(authHttp.requestUnlock) }),
  }),
});

export const {
  useLoginMutation,
  useLoginTwoFactorMutation,
  useBeginPasskeySignInMutation,
  useFinishPasskeySignInMutation,
  useRequestUnlockMutation,
} = loginApi;
