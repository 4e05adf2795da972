import { smsHttp, type SmsHistoryQuery, type smsPreviewBodySchema } from '@belfry/schemas/http/mail/sms';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import type { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callPage, unlessFailed } from '../../../lib/api/call.ts';

export type SmsDraft = z.input<typeof smsPreviewBodySchema>;
type HistoryQuery = Partial<SmsHistoryQuery>;

export const smsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who would get it; nothing is sent. */
    getSmsPreview: build.query({ ...call(smsHttp.preview), providesTags: ['Live', 'Company'], keepUnusedDataFor: 0 }),
    sendSms: build.mutation({ ...call(smsHttp.send), invalidatesTags: unlessFailed('Sms') }),
    getSmsHistory: build.query({
      ...callPage(smsHttp.history, (query: HistoryQuery) => query),
      providesTags: ['Live', 'Sms'],
    }),
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
  useGetSmsTemplatesQuery,
  useAddSmsTemplateMutation,
  useChangeSmsTemplateMutation,
  useRemoveSmsTemplateMutation,
} = smsApi;
