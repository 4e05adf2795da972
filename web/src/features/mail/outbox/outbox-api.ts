import { outboxHttp, type OutboxQuery, MESSAGE_CHANNELS, MESSAGE_STATES } from '@belfry/schemas/http/mail/outbox';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callPage, reading } from '../../../lib/api/call.ts';
import { savedAs } from '../../../lib/save-file.ts';
import { addressFilters } from '../../../lib/list-address.ts';

export const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOutboxPage: build.query({
      ...callPage(outboxHttp.list, (query: OutboxQuery) => query),
      providesTags: ['Outbox'],
    }),
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
export const CHANNEL_CHOICES = ['all', ...MESSAGE_CHANNELS] as const;
export const STATE_CHOICES = ['all', ...MESSAGE_STATES] as const;

/** The filters of the outbox in the address; each invalid one falls back alone. */
export const outboxFilters = addressFilters(
  z.object({
    q: z.string().trim().max(200).catch(''),
    channel: z.enum(CHANNEL_CHOICES).catch('all'),
    state: z.enum(STATE_CHOICES).catch('all'),
  }),
);
export type OutboxFilters = typeof outboxFilters.defaults;

export const isFiltered = ({ q, channel, state }: OutboxFilters): boolean =>
  q !== '' || channel !== 'all' || state !== 'all';

const idSchema = z.coerce.number().int().min(1);
export const openMessageOf = (address: URLSearchParams): number | null =>
  idSchema.safeParse(address.get('message') ?? undefined).data ?? null;
