import { outboxHttp, type OutboxItem, type OutboxQuery } from '@belfry/schemas/http/outbox/outbox';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom, reading } from '../../api/base/call.ts';
import { savedAs } from '../../api/base/saved-as.ts';
import { totalCount } from '../../api/base/total-count.ts';

/** One page of the outbox; `total` is the number of matches (`X-Total-Count`). */
export type OutboxPage = { items: OutboxItem[]; total: number; page: number };

export const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getOutboxPage: build.query({
      ...callFrom(outboxHttp.list, (query: OutboxQuery) => query),
      transformResponse: (
        items: OutboxItem[],
        meta: FetchBaseQueryMeta | undefined,
        { page }: OutboxQuery,
      ): OutboxPage => ({ items, total: totalCount(meta, items), page }),
      providesTags: ['Outbox'],
    }),
    /** With body and code. */
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

export const { useGetOutboxPageQuery, useGetOutboxMessageQuery, useDownloadAttachmentMutation } = outboxApi;
