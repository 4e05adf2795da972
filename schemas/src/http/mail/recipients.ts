import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { phoneSchema } from '../../domain/phone.ts';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { textLanguageSchema } from '../../domain/text-languages.ts';
import type { MessageChannel } from './outbox.ts';
import { endpoint } from '../endpoint.ts';
import { messageAnswerSchema } from '../message-answer.ts';

/** Mail addresses and phone numbers outside the installation, which confirm once that they want messages; see MAIL-11. */

const recipient = z
  .union([emailSchema, phoneSchema], 'Please enter a mail address or a phone number')
  .describe('mail address, or phone number with its plus');

/** A mail address in lower case, or a phone number as it is. */
export const canonicalRecipient = (recipient: string): string => recipient.toLowerCase();
export const channelOf = (recipient: string): MessageChannel => (recipient.includes('@') ? 'mail' : 'sms');

export const recipientQuerySchema = z.object({ recipient });
export const recipientStateSchema = z
  .strictObject({
    recipient: z.string(),
    known: z
      .boolean()
      .describe('false: the caller has entered it nowhere, and nothing is said about it. True for administrators.'),
    confirmed: z
      .boolean()
      .describe('gets messages: confirmed, or of a person of the installation; false while not known'),
    requested_at: z.iso.datetime().nullable().describe('when it was last asked to confirm'),
  })
  .meta({ id: 'RecipientState' });
export type RecipientState = z.infer<typeof recipientStateSchema>;

export const askRecipientBodySchema = z
  .strictObject({ recipient, language: textLanguageSchema.default('en').describe('of the message') })
  .meta({ id: 'AskRecipientBody' });
export type AskRecipientBody = z.input<typeof askRecipientBodySchema>;

export const confirmRecipientBodySchema = z
  .strictObject({ token: linkTokenSchema })
  .meta({ id: 'ConfirmRecipientBody' });

export const recipientsHttp = {
  state: endpoint({
    method: 'get',
    path: '/recipients/state',
    summary:
      'Whether a mail address or phone number that the caller has entered gets notices, reports and text messages',
    query: recipientQuerySchema,
    answer: recipientStateSchema,
    errors: ['rate_limited'],
  }),
  askAgain: endpoint({
    method: 'post',
    path: '/recipients/ask',
    summary: 'Ask a mail address or phone number again to confirm that it wants messages',
    body: askRecipientBodySchema,
    answer: messageAnswerSchema,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  confirm: endpoint({
    method: 'post',
    path: '/recipients/confirm',
    summary: 'Confirm by the link of the message that a recipient wants messages',
    body: confirmRecipientBodySchema,
    answer: messageAnswerSchema,
    errors: ['link_expired', 'rate_limited'],
  }),
};
