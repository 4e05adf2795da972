import type { registerBodySchema } from '@belfry/schemas/http/accounts/registration';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';

export const registerApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /auth/register: sends the code for the email. */
    register: build.mutation<unknown, z.input<typeof registerBodySchema>>({
      query: (body) => ({ url: 'auth/register', method: 'POST', body }),
    }),
  }),
});

export const { useRegisterMutation } = registerApi;
