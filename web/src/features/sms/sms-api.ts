import {
  smsHistoryItemSchema,
  smsPreviewSchema,
  smsSentSchema,
  smsTemplateSchema,
  type smsPreviewBodySchema,
  type SmsHistoryItem,
  type SmsHistoryQuery,
  type SmsPreview,
  type smsSendBodySchema,
  type SmsTemplate,
  type SmsTemplateBody,
} from '@belfry/schemas/http/outbox/sms';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { pageOf } from '../../api/base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';

export type SmsDraft = z.input<typeof smsPreviewBodySchema>;
type SmsOrder = z.input<typeof smsSendBodySchema>;
type Sent = z.infer<typeof smsSentSchema>;

export const smsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /sms/preview: who would get it; nothing is sent. */
    getSmsPreview: build.query<SmsPreview, SmsDraft>({
      query: (body) => ({ url: '/sms/preview', method: 'POST', body }),
      rawResponseSchema: lenient(smsPreviewSchema),
      providesTags: ['Live', 'Company'],
      keepUnusedDataFor: 0,
    }),
    /** POST /sms/send */
    sendSms: build.mutation<Sent, SmsOrder>({
      query: (body) => ({ url: '/sms/send', method: 'POST', body }),
      rawResponseSchema: lenient(smsSentSchema),
      invalidatesTags: (_sent, error) => (error ? [] : ['Sms']),
    }),
    /** GET /sms/history: newest first. */
    getSmsHistory: build.query<Page<SmsHistoryItem>, Partial<SmsHistoryQuery>, SmsHistoryItem[]>({
      query: (params) => ({ url: '/sms/history', params }),
      rawResponseSchema: lenient(z.array(smsHistoryItemSchema)),
      transformResponse: pageOf<SmsHistoryItem>,
      providesTags: ['Live', 'Sms'],
    }),
    /** GET /sms/templates: by name. */
    getSmsTemplates: build.query<SmsTemplate[], void>({
      query: () => '/sms/templates',
      rawResponseSchema: lenient(z.array(smsTemplateSchema)),
      providesTags: ['Live', 'Sms'],
    }),
    addSmsTemplate: build.mutation<SmsTemplate, SmsTemplateBody>({
      query: (body) => ({ url: '/sms/templates', method: 'POST', body }),
      rawResponseSchema: lenient(smsTemplateSchema),
      invalidatesTags: (_made, error) => (error ? [] : ['Sms']),
    }),
    changeSmsTemplate: build.mutation<SmsTemplate, SmsTemplate>({
      query: ({ id, ...body }) => ({ url: `/sms/templates/${id}`, method: 'PUT', body }),
      rawResponseSchema: lenient(smsTemplateSchema),
      invalidatesTags: ['Sms'],
    }),
    removeSmsTemplate: build.mutation<unknown, number>({
      query: (id) => ({ url: `/sms/templates/${id}`, method: 'DELETE' }),
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
