import {
  recipientStateSchema,
  type AskRecipientBody,
  type RecipientState,
} from '@belfry/schemas/http/outbox/recipients';
import { baseApi } from '../base/base-api.ts';
import { lenient } from '../base/lenient.ts';

const recipientsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /recipients/state: whether a mail address or phone number gets messages. */
    getRecipient: build.query<RecipientState, string>({
      query: (recipient) => `/recipients/state?${new URLSearchParams({ recipient })}`,
      rawResponseSchema: lenient(recipientStateSchema),
      providesTags: ['Recipient'],
    }),
    /** POST /recipients/ask */
    askRecipient: build.mutation<unknown, AskRecipientBody>({
      query: (body) => ({ url: '/recipients/ask', method: 'POST', body }),
      invalidatesTags: ['Recipient'],
    }),
    /** POST /recipients/confirm: without a session, by the token of a link. */
    confirmRecipient: build.mutation<unknown, string>({
      query: (token) => ({ url: '/recipients/confirm', method: 'POST', body: { token } }),
    }),
  }),
});

export const { useGetRecipientQuery, useAskRecipientMutation, useConfirmRecipientMutation } = recipientsApi;
