import { baseApi } from '../../../lib/api/base-api.ts';
import { callLater, readingLater } from '../../../lib/api/call-later.ts';

const loadAuth = async () => (await import('@belfry/schemas/http/accounts/auth')).authHttp;
const loadPasskeys = async () => (await import('@belfry/schemas/http/accounts/passkeys')).passkeysHttp;
const loadAnswers = () => import('./login-answer.ts');

/** Read as text, then parsed, because an empty answer has to be distinguished from invalid JSON; see AUTH-15. */
const parseText = async (response: Response): Promise<unknown> => JSON.parse(await response.text());
const AS_TEXT = { responseHandler: parseText };

/** Both steps of a sign-in, and the request that lifts its limit. The answers of a sign-in are read by AUTH-10. */
const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation({
      ...readingLater(
        callLater(async () => (await loadAuth()).signIn, AS_TEXT),
        async () => (await loadAnswers()).signInSchema,
      ),
    }),
    /** The same answer as a sign-in without a second step. */
    loginTwoFactor: build.mutation({
      ...readingLater(
        callLater(async () => (await loadAuth()).completeSignIn, AS_TEXT),
        async () => (await loadAnswers()).signedInSchema,
      ),
    }),
    /** How the browser asks for a passkey: without password, or as the second step after one. */
    beginPasskeySignIn: build.mutation({ ...callLater(async () => (await loadPasskeys()).beginSignIn) }),
    /** The same answer as a sign-in with the password. */
    finishPasskeySignIn: build.mutation({
      ...readingLater(
        callLater(async () => (await loadPasskeys()).finishSignIn, AS_TEXT),
        async () => (await loadAnswers()).signedInSchema,
      ),
    }),
    /** The same answer whether the email address is known or not. */
    requestUnlock: build.mutation({ ...callLater(async () => (await loadAuth()).requestUnlock) }),
  }),
});

export const {
  useLoginMutation,
  useLoginTwoFactorMutation,
  useBeginPasskeySignInMutation,
  useFinishPasskeySignInMutation,
  useRequestUnlockMutation,
} = loginApi;
