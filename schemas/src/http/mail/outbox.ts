import { z } from 'zod';
import { pageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';

export const MESSAGE_CHANNELS = ['mail', 'sms'] as const;
export const messageChannelSchema = z.enum(MESSAGE_CHANNELS).meta({ id: 'MessageChannel' });
export type MessageChannel = z.infer<typeof messageChannelSchema>;

export const ACCOUNT_MESSAGE_KINDS = [
  'confirm_email',
  'confirm_phone',
  'reset_password',
  'password_changed',
  'unlock_sign_in',
  'invitation',
  'member_invitation',
  'account_created',
  'directory_invitation',
  'directory_left',
  'two_factor_reset',
  'passkey_added',
  'passkey_removed',
  'passkey_set_aside',
  'change_email',
  'email_changed',
  'phone_changed',
] as const;
export type AccountMessageKind = (typeof ACCOUNT_MESSAGE_KINDS)[number];
/** What a message is about; sms: sent by a person on the SMS page; notice: to responsible people, about a place; scenario: of a scenario. */
const MESSAGE_KINDS = [...ACCOUNT_MESSAGE_KINDS, 'sms', 'notice', 'scenario'] as const;
export const outgoingMessageKindSchema = z.enum(MESSAGE_KINDS).meta({ id: 'MessageKind' });
export type OutgoingMessageKind = z.infer<typeof outgoingMessageKindSchema>;

/** queued: waits for its first or next attempt; sent: accepted by the provider; failed: not sent, or expired. */
export const MESSAGE_STATES = ['queued', 'sent', 'failed'] as const;
export const messageStateSchema = z.enum(MESSAGE_STATES).meta({ id: 'MessageState' });
export type MessageState = z.infer<typeof messageStateSchema>;

export const outboxQuerySchema = z
  .object({
    ...pageFields(20),
    q: z.string().trim().max(200).default('').describe('part of the recipient or of the subject'),
    channel: z.enum(['all', ...MESSAGE_CHANNELS]).default('all'),
    state: z.enum(['all', ...MESSAGE_STATES]).default('all'),
  })
  .meta({ id: 'OutboxQuery' });
export type OutboxQuery = z.infer<typeof outboxQuerySchema>;

export const outboxItemSchema = z
  .strictObject({
    id: z.int(),
    channel: messageChannelSchema,
    kind: outgoingMessageKindSchema,
    recipient: z.string().describe('mail address, or phone with its plus'),
    subject: z.string().nullable().describe('null for SMS'),
    lang: z.string(),
    state: messageStateSchema,
    attempts: z.int(),
    last_error: z.string().nullable(),
    created_at: z.iso.datetime(),
    next_attempt_at: z.iso.datetime().nullable().describe('while queued'),
    sent_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OutboxItem' });
export type OutboxItem = z.infer<typeof outboxItemSchema>;

export const outboxListSchema = z.array(outboxItemSchema);
export const outboxParamsSchema = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const outboxMessageSchema = outboxItemSchema
  .extend({
    text: z.string().describe('plain'),
    html: z.string().nullable().describe('null for SMS'),
    code: z.string().nullable().describe('the code in it, to copy'),
    link: z.string().nullable().describe('the link in it'),
    attachment: z.string().nullable().describe('name of the attached file'),
  })
  .meta({ id: 'OutboxMessage' });
export type OutboxMessage = z.infer<typeof outboxMessageSchema>;

export const outboxHttp = {
  list: endpoint({
    method: 'get',
    path: '/admin/outbox',
    summary: 'Sent and queued mail and SMS, newest first',
    description: 'Messages to root accounts are for root only.',
    query: outboxQuerySchema,
    answer: outboxListSchema,
    headers: { 'X-Total-Count': 'How many messages match the filter' },
  }),
  read: endpoint({
    method: 'get',
    path: '/admin/outbox/{id}',
    summary: 'One message with its text, and the code or link in it',
    params: outboxParamsSchema,
    answer: outboxMessageSchema,
    errors: ['not_found'],
  }),
  attachment: endpoint({
    method: 'get',
    path: '/admin/outbox/{id}/attachment',
    summary: 'The file that a mail carries',
    params: outboxParamsSchema,
    answer: z.file().mime('text/csv'),
    headers: { 'Content-Disposition': 'the name of the file' },
    errors: ['not_found'],
  }),
};
