import {
  smsHttp,
  type SmsHistoryItem,
  type SmsHistoryQuery,
  type smsPreviewBodySchema,
} from '@belfry/schemas/http/outbox/sms';
import { templatesHttp } from '@belfry/schemas/http/outbox/templates';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom, unlessFailed } from '../../api/base/call.ts';
import { totalCount } from '../../api/base/total-count.ts';

export type SmsDraft = z.input<typeof smsPreviewBodySchema>;
type HistoryQuery = Partial<SmsHistoryQuery>;
type HistoryPage = { items: SmsHistoryItem[]; total: number; page: number };

const smsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who would get it; nothing is sent. */
    getSmsPreview: build.query({ ...call(smsHttp.preview), providesTags: ['Live', 'Company'], keepUnusedDataFor: 0 }),
    sendSms: build.mutation({ ...call(smsHttp.send), invalidatesTags: unlessFailed('Sms') }),
    /** Newest first. */
    getSmsHistory: build.query({
      ...callFrom(smsHttp.history, (query: HistoryQuery) => query),
      transformResponse: (
        items: SmsHistoryItem[],
        meta: FetchBaseQueryMeta | undefined,
        { page = 1 }: HistoryQuery,
      ): HistoryPage => ({ items, total: totalCount(meta, items), page }),
      providesTags: ['Live', 'Sms'],
    }),
    /** By name. */
    getSmsTemplates: build.query({ ...call(templatesHttp.list), providesTags: ['Live', 'Sms'] }),
    addSmsTemplate: build.mutation({
      ...call(templatesHttp.create),
      invalidatesTags: unlessFailed('Sms'),
    }),
    changeSmsTemplate: build.mutation({
      ...call(templatesHttp.change),
      invalidatesTags: ['Sms'],
    }),
    removeSmsTemplate: build.mutation({
      ...callFrom(templatesHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['Sms'],
    }),
  }),
});

export const {
  useGetSmsPreviewQuery,
  useSendSmsMutation,
  useGetSmsHistoryQuery,
  useGetSmsTemplatesQuery,
  useAddSmsTemplateMutation,
  useChangeSmsTemplateMutation,
  useRemoveSmsTemplateMutation,
} = smsApi;
