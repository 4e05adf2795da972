import type { Generated } from 'kysely';

/** What the SMS page stores of a message in addition to its row in the outbox, with which it is deleted. */
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
