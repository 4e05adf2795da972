import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callReading } from '../../../lib/api/call.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { registeredSchema } from './register-answer.ts';

const registerApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRegistrationMode: build.query({ ...call(registrationHttp.mode) }),
    readRegistrationInvitation: build.query({
      ...call(registrationHttp.readInvitation),
    }),
    /** Sends the code for the email. The answer is read by REG-5. */
    register: build.mutation({
      ...callReading(registrationHttp.register, registeredSchema),
    }),
  }),
});

export const { useGetRegistrationModeQuery, useReadRegistrationInvitationQuery, useRegisterMutation } = registerApi;
