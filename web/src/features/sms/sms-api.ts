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

export type SmsDraft = z.input<typeof smsPreviewBodySchema>;
type SmsOrder = z.input<typeof smsSendBodySchema>;
type Sent = z.infer<typeof smsSentSchema>;
type HistoryPage = { items: SmsHistoryItem[]; total: number; page: number };

const historySchema = z.array(smsHistoryItemSchema.strip());

const smsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /sms/preview: who would get it; nothing is sent. */
    getSmsPreview: build.query<SmsPreview, SmsDraft>({
      query: (body) => ({ url: '/sms/preview', method: 'POST', body }),
      transformResponse: (answer) => smsPreviewSchema.strip().parse(answer),
      providesTags: ['Live', 'Company'],
      keepUnusedDataFor: 0,
    }),
    /** POST /sms/send */
    sendSms: build.mutation<Sent, SmsOrder>({
      query: (body) => ({ url: '/sms/send', method: 'POST', body }),
      transformResponse: (answer) => smsSentSchema.strip().parse(answer),
      invalidatesTags: (_sent, error) => (error ? [] : ['Sms']),
    }),
    /** GET /sms/history: newest first. */
    getSmsHistory: build.query<HistoryPage, Partial<SmsHistoryQuery>>({
      query: (params) => ({ url: '/sms/history', params }),
      transformResponse: (answer, meta, { page = 1 }) => {
        const items = historySchema.parse(answer);
        return { items, total: Number(meta?.response?.headers.get('X-Total-Count') ?? items.length), page };
      },
      providesTags: ['Live', 'Sms'],
    }),
    /** GET /sms/templates: by name. */
    getSmsTemplates: build.query<SmsTemplate[], void>({
      query: () => '/sms/templates',
      transformResponse: (answer) => z.array(smsTemplateSchema.strip()).parse(answer),
      providesTags: ['Live', 'Sms'],
    }),
    addSmsTemplate: build.mutation<SmsTemplate, SmsTemplateBody>({
      query: (body) => ({ url: '/sms/templates', method: 'POST', body }),
      invalidatesTags: (_made, error) => (error ? [] : ['Sms']),
    }),
    changeSmsTemplate: build.mutation<SmsTemplate, SmsTemplate>({
      query: ({ id, ...body }) => ({ url: `/sms/templates/${id}`, method: 'PUT', body }),
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
  useGetSmsHistoryQuery,
  useGetSmsTemplatesQuery,
  useAddSmsTemplateMutation,
  useChangeSmsTemplateMutation,
  useRemoveSmsTemplateMutation,
} = smsApi;
