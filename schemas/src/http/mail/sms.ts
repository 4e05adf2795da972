import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { phoneSchema } from '../../domain/phone.ts';
import { messageStateSchema } from './outbox.ts';
import { ownWork } from '../own-work.ts';
import { pageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';

/** The SMS page: sending to responsible people and typed numbers, its history, and templates. */

export const SMS_TEXT_MAX = 1_000;
export const SMS_RECIPIENTS_MAX = 500;
export const SMS_NUMBERS_MAX = 100;
export const SMS_TEMPLATES_MAX = 100;

const text = z
  .string()
  .trim()
  .min(1, 'Please enter a text')
  .max(SMS_TEXT_MAX, `A message has at most ${SMS_TEXT_MAX} characters`);

const recipients = {
  text: text.describe('may contain {place}, {name}, {time} and {date}'),
  nodes: z
    .array(idSchema)
    .max(1_000)
    .default([])
    .describe('company_id of nodes: the responsible people of these and of all nodes below'),
  numbers: z.array(phoneSchema).max(SMS_NUMBERS_MAX).default([]).describe('needs the right to text any number'),
  emergency: z
    .boolean()
    .default(false)
    .describe('may use what is reserved for codes and emergencies; needs the right to text any number'),
};

export const smsPreviewBodySchema = z.strictObject(recipients).meta({ id: 'SmsPreviewBody' });
export type SmsPreviewBody = z.output<typeof smsPreviewBodySchema>;
export const smsSendBodySchema = z
  .strictObject({
    ...recipients,
    confirmed_messages: z.int().min(1).describe('as previewed; another number of recipients is refused'),
  })
  .meta({ id: 'SmsSendBody' });
export type SmsSendBody = z.output<typeof smsSendBodySchema>;

const counts = { messages: z.int(), parts: z.int().describe('of all messages') };
export const smsPreviewSchema = z
  .strictObject({
    ...counts,
    without_phone: z.int().describe('responsible people without a phone number'),
    unconfirmed: z.int().describe('responsible people who have not confirmed their number, and get nothing'),
    skips_above: z.boolean().describe('responsible people of a place above that the caller may not read get nothing'),
    left_today: z.int().describe('parts that the caller may still send within 24 hours'),
    recipients: z
      .array(
        z.strictObject({
          phone: z.string(),
          name: z.string().nullable(),
          place: z.string().nullable(),
          text: z.string(),
          parts: z.int(),
        }),
      )
      .max(50)
      .describe('the first ones'),
  })
  .meta({ id: 'SmsPreview' });
export type SmsPreview = z.infer<typeof smsPreviewSchema>;
export const smsSentSchema = z.strictObject(counts).meta({ id: 'SmsSent' });

export const smsHistoryQuerySchema = z.object({
  ...pageFields(20),
  q: z.string().trim().max(200).default('').describe('part of number, name, place or text'),
  state: z.enum(['all', ...messageStateSchema.options]).default('all'),
});
export type SmsHistoryQuery = z.output<typeof smsHistoryQuerySchema>;
export const smsHistoryItemSchema = z
  .strictObject({
    id: z.int(),
    phone: z.string(),
    name: z.string().nullable(),
    place: z.string().nullable(),
    text: z.string(),
    parts: z.int(),
    state: messageStateSchema,
    reason: z.string().nullable().describe('why the last attempt failed'),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SmsHistoryItem' });
export type SmsHistoryItem = z.infer<typeof smsHistoryItemSchema>;

const name = line().min(1, 'Name is required').max(60);
export const smsTemplateBodySchema = z.strictObject({ name, text }).meta({ id: 'SmsTemplateBody' });
export type SmsTemplateBody = z.output<typeof smsTemplateBodySchema>;
export const smsTemplatePatchSchema = z
  .strictObject({ name, text, revision: z.int().min(1).describe('with which the edit began') })
  .meta({ id: 'SmsTemplatePatch' });
export const smsTemplateSchema = z
  .strictObject({ id: z.int(), name: z.string(), text: z.string(), revision: z.int(), ...ownWork })
  .meta({ id: 'SmsTemplate' });
export type SmsTemplate = z.infer<typeof smsTemplateSchema>;
export const smsTemplateParamsSchema = z.object({ id: idTextSchema });

export const smsHttp = {
  preview: endpoint({
    method: 'post',
    path: '/sms/preview',
    summary: 'Who would get a text message, with its text and parts; nothing is sent',
    body: smsPreviewBodySchema,
    answer: smsPreviewSchema,
    errors: ['forbidden', 'not_found', 'unprocessable'],
  }),
  send: endpoint({
    method: 'post',
    path: '/sms/send',
    summary: 'Send a text message to responsible people and typed numbers',
    description: 'Each number gets it once. The number of recipients must be the one of the preview.',
    body: smsSendBodySchema,
    answer: smsSentSchema,
    status: 202,
    errors: ['forbidden', 'not_found', 'unprocessable', 'conflict', 'rate_limited'],
  }),
  history: endpoint({
    method: 'get',
    path: '/sms/history',
    summary: 'The text messages that the caller has sent, newest first, with the state of each',
    query: smsHistoryQuerySchema,
    answer: z.array(smsHistoryItemSchema),
    headers: { 'X-Total-Count': 'How many messages match the filter' },
  }),
};
