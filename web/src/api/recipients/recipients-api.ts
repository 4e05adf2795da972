import { recipientsHttp } from '@belfry/schemas/http/messages/recipients';
import { baseApi } from '../base/base-api.ts';
import { call, callFrom } from '../base/call.ts';

const recipientsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether a mail address or phone number gets messages. */
    getRecipient: build.query({
      ...callFrom(recipientsHttp.state, (recipient: string) => ({ recipient })),
      providesTags: ['Recipient'],
    }),
    askRecipient: build.mutation({ ...call(recipientsHttp.askAgain), invalidatesTags: ['Recipient'] }),
  }),
});

export const { useGetRecipientQuery, useAskRecipientMutation } = recipientsApi;
