import { recipientsHttp } from '@belfry/schemas/http/outbox/recipients';
import { baseApi } from '../base/base-api.ts';
import { call, callFrom } from '../base/call.ts';

const recipientsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /recipients/state: whether a mail address or phone number gets messages. */
    getRecipient: build.query({
      ...callFrom(recipientsHttp.state, (recipient: string) => ({ recipient })),
      providesTags: ['Recipient'],
    }),
    /** POST /recipients/ask */
    askRecipient: build.mutation({ ...call(recipientsHttp.askAgain), invalidatesTags: ['Recipient'] }),
  }),
});

export const { useGetRecipientQuery, useAskRecipientMutation } = recipientsApi;
