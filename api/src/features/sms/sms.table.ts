import type { Generated } from 'kysely';

/** Beside the row of the outbox, which has recipient, text and state, and is deleted with it. */
export type SmsMessagesTable = {
  message_id: number;
  /** The sender. */
  user_id: number;
  /** The responsible person; null for a typed number. */
  name: string | null;
  place: string | null;
  parts: number;
  created_at: Generated<Date>;
};

export type SmsTemplatesTable = {
  id: Generated<number>;
  user_id: number;
  /** Unique for its owner without regard to case. */
  name: string;
  text: string;
  revision: Generated<number>;
  created_at: Generated<Date>;
};
