import type { LoginBody } from '@belfry/schemas/http/accounts/auth';
import type { TwoFactorLoginBody } from '@belfry/schemas/http/accounts/two-factor';
import { baseApi } from '../../api/base/base-api.ts';

/** Read as text, then parsed, because an empty answer has to be distinguished from invalid JSON; see AUTH-15. */
const parseText = async (response: Response): Promise<unknown> => JSON.parse(await response.text());

/** Both steps of a sign-in, and the request that lifts its limit. `login-answer.ts`, loaded with the first attempt, reads the answers. */
const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /auth/login */
    login: build.mutation<unknown, LoginBody>({
      query: (body) => ({ url: 'auth/login', method: 'POST', body, responseHandler: parseText }),
    }),
    /** POST /auth/login/two-factor: the same answer as a sign-in without a second step. */
    loginTwoFactor: build.mutation<unknown, TwoFactorLoginBody>({
      query: (body) => ({ url: 'auth/login/two-factor', method: 'POST', body, responseHandler: parseText }),
    }),
    /** POST /auth/unlock: the same answer whether the email address is known or not. */
    requestUnlock: build.mutation<unknown, string>({
      query: (email) => ({ url: 'auth/unlock', method: 'POST', body: { email } }),
    }),
  }),
});

export const { useLoginMutation, useLoginTwoFactorMutation, useRequestUnlockMutation } = loginApi;
