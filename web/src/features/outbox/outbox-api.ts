import {
  outboxItemSchema,
  outboxMessageSchema,
  type OutboxItem,
  type OutboxMessage,
  type OutboxQuery,
} from '@belfry/schemas/http/outbox/outbox';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { pageOf } from '../../api/base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';

export const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /admin/outbox: newest first. */
    getOutboxPage: build.query<Page<OutboxItem>, OutboxQuery, OutboxItem[]>({
      query: (params) => ({ url: 'admin/outbox', params }),
      rawResponseSchema: lenient(z.array(outboxItemSchema)),
      transformResponse: pageOf<OutboxItem>,
      providesTags: ['Outbox'],
    }),
    /** GET /admin/outbox/{id}: with body and code. */
    getOutboxMessage: build.query<OutboxMessage, number>({
      query: (id) => `admin/outbox/${id}`,
      rawResponseSchema: lenient(outboxMessageSchema),
      providesTags: ['Outbox'],
      // The entry contains a code, so it is not cached after the drawer is closed.
      keepUnusedDataFor: 0,
    }),
    /** GET /admin/outbox/{id}/attachment: the file, which is not kept in the cache. */
    downloadAttachment: build.mutation<null, { id: number; filename: string }>({
      queryFn: async ({ id, filename }, _api, _options, query) => {
        const { saveFile } = await import('../../lib/save-file.ts');
        const { data, error } = await query({
          url: `admin/outbox/${id}/attachment`,
          responseHandler: (response) => (response.ok ? response.blob() : response.json()),
        });
        if (error) return { error };
        saveFile(filename, data as Blob);
        return { data: null };
      },
    }),
  }),
});

export const { useGetOutboxMessageQuery, useDownloadAttachmentMutation } = outboxApi;
