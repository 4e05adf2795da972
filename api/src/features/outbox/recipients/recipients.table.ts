import type { MessageChannel } from '@belfry/schemas/http/outbox/outbox';
import type { Generated } from 'kysely';

/** Recipients that were asked whether they want messages. Those of confirmed accounts need no row. */
export type ConfirmedRecipientsTable = {
  channel: MessageChannel;
  /** A phone number with its plus, or a mail address in lower case. */
  recipient: string;
  /** SHA-256 of the token in the newest link. */
  token_hash: Buffer;
  message_id: number | null;
  requested_at: Generated<Date>;
  /** null while it waits for the recipient. */
  confirmed_at: Date | null;
};
