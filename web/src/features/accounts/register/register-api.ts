import { baseApi } from '../../../lib/api/base-api.ts';
import { callLater, readingLater } from '../../../lib/api/call-later.ts';

const loadRegistration = async () => (await import('@belfry/schemas/http/accounts/registration')).registrationHttp;

const registerApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who may register. */
    getRegistrationMode: build.query({ ...callLater(async () => (await loadRegistration()).mode) }),
    /** For which address an invitation is. */
    readRegistrationInvitation: build.query({
      ...callLater(async () => (await loadRegistration()).readInvitation),
    }),
    /** Sends the code for the email. The answer is read by REG-5. */
    register: build.mutation({
      ...readingLater(
        callLater(async () => (await loadRegistration()).register),
        async () => (await import('./register-answer.ts')).registeredSchema,
      ),
    }),
  }),
});

export const { useGetRegistrationModeQuery, useReadRegistrationInvitationQuery, useRegisterMutation } = registerApi;
