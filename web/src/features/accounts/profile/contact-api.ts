import { baseApi } from '../../../lib/api/base-api.ts';
import { contactChangeHttp } from '@belfry/schemas/http/accounts/contact-change';
import { call } from '../../../lib/api/call.ts';

const contactApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends a code to the new email or phone. */
    changeContact: build.mutation({ ...call(contactChangeHttp.change) }),
    confirmContact: build.mutation({ ...call(contactChangeHttp.confirm), invalidatesTags: ['Profile', 'User'] }),
  }),
});

export const { useChangeContactMutation, useConfirmContactMutation } = contactApi;
