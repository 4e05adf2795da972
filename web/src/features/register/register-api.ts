import { registrationModeSchema } from '@belfry/schemas/http/accounts/invitations';
import type { registerBodySchema } from '@belfry/schemas/http/accounts/registration';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

export const registerApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /auth/registration: who may register. */
    getRegistrationMode: build.query<z.output<typeof registrationModeSchema>, void>({
      query: () => 'auth/registration',
      rawResponseSchema: lenient(registrationModeSchema.strip()),
    }),
    /** POST /auth/register: sends the code for the email. */
    register: build.mutation<unknown, z.input<typeof registerBodySchema>>({
      query: (body) => ({ url: 'auth/register', method: 'POST', body }),
    }),
  }),
});

export const { useGetRegistrationModeQuery, useRegisterMutation } = registerApi;
