import type { MessageChannel, OutgoingMessageKind, MessageState } from '@belfry/schemas/http/outbox/outbox';
import type { Generated, Selectable } from 'kysely';

export type OutgoingMessagesTable = {
  id: Generated<number>;
  channel: MessageChannel;
  kind: OutgoingMessageKind;
  user_id: number | null;
  /** A mail address, or a phone number with `+`. */
  recipient: string;
  lang: string;
  /** null for SMS. */
  subject: string | null;
  text: string;
  html: string | null;
  /** The secrets in the text, shown separately on the outbox page. */
  code: string | null;
  link: string | null;
  /** When expired code and link were removed, also from the text. */
  secret_removed_at: Date | null;
  /** Sent to a root account, so admins may not read it, also after that account was deleted. */
  root_only: Generated<boolean>;
  state: Generated<MessageState>;
  /** The number of attempts that have ended. */
  attempts: Generated<number>;
  /** When the next attempt of a queued message is due. */
  due_at: Generated<Date>;
  last_error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
};

export type MessageAttachmentsTable = {
  message_id: number;
  filename: string;
  content_type: string;
  content: string;
};
/** A text file that a mail carries. */
export type Attachment = Omit<MessageAttachmentsTable, 'message_id'>;

export type OutgoingMessage = Selectable<OutgoingMessagesTable>;
