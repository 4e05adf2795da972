import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, reading } from '../../../lib/api/call.ts';
import { savedAs } from '../../../lib/save-file.ts';

export const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOutboxMessage: build.query({
      ...callFrom(outboxHttp.read, (id: number) => ({ id })),
      providesTags: ['Outbox'],
      // The entry contains a code, so it is not cached after the drawer is closed.
      keepUnusedDataFor: 0,
    }),
    downloadAttachment: build.mutation(
      reading(
        {
          query: ({ id, filename }: { id: number; filename: string }) =>
            call(outboxHttp.attachment, { responseHandler: savedAs(filename) }).query({ id }),
        },
        z.null(),
      ),
    ),
  }),
});

export const { useGetOutboxMessageQuery, useDownloadAttachmentMutation } = outboxApi;
