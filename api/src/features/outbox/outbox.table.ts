import type { MessageChannel, MessageKind, MessageState } from '@belfry/schemas/http/outbox';
import type { Generated, Selectable } from 'kysely';

export type OutgoingMessagesTable = {
  id: Generated<number>;
  channel: MessageChannel;
  kind: MessageKind;
  user_id: number | null;
  /** Mail address, or phone with its plus. */
  recipient: string;
  lang: string;
  /** null for SMS. */
  subject: string | null;
  text: string;
  html: string | null;
  /** The secrets in the text, to be copied from the outbox page. */
  code: string | null;
  link: string | null;
  /** When code and link were taken out, of the text too: they opened nothing any more. */
  secret_removed_at: Date | null;
  /** It went to a root account: no admin reads it, also after that account has gone. */
  root_only: Generated<boolean>;
  state: Generated<MessageState>;
  attempts: Generated<number>;
  /** Of a queued message: when it is due. While it is being sent: when it is due again if nobody says how that went. */
  next_attempt_at: Generated<Date>;
  last_error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
};
export type OutgoingMessage = Selectable<OutgoingMessagesTable>;
