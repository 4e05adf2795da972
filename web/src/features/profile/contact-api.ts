import type { changeContactBodySchema, confirmContactBodySchema } from '@belfry/schemas/http/accounts/contact-change';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';

const contactApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /users/contact: sends a code to the new email or phone. */
    changeContact: build.mutation<unknown, z.input<typeof changeContactBodySchema>>({
      query: (body) => ({ url: 'users/contact', method: 'POST', body }),
    }),
    /** POST /users/contact/confirm */
    confirmContact: build.mutation<unknown, z.input<typeof confirmContactBodySchema>>({
      query: (body) => ({ url: 'users/contact/confirm', method: 'POST', body }),
      invalidatesTags: ['Profile', 'User'],
    }),
  }),
});

export const { useChangeContactMutation, useConfirmContactMutation } = contactApi;
