import type { MessageChannel } from '@belfry/schemas/http/outbox/outbox';
import type { Generated } from 'kysely';

/**
 * What a message is, as far as budgets depend on it. code: about the recipient's own account; confirmation: asks whether a recipient wants messages;
 * text: written by a person; notice: about places and reports.
 */
export type MessageClass = 'code' | 'confirmation' | 'emergency' | 'notice' | 'text';

export type MessageLedgerTable = {
  id: Generated<number>;
  at: Generated<Date>;
  class: MessageClass;
  channel: MessageChannel;
  /** The user on whose behalf it is sent; null for codes. Not a reference, so that deleting an account renews no budget. */
  sender_id: number | null;
  /** A phone number with its plus, or a mail address in lower case. */
  recipient: string;
  /** One for a mail. */
  parts: number;
};
