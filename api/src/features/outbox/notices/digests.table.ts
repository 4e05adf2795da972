import type { MessageChannel } from '@belfry/schemas/http/outbox/outbox';
import type { Generated } from 'kysely';

/** The notices of one sender to one recipient that exceeded a budget, and that one message replaces. */
export type MessageDigestsTable = {
  user_id: number;
  channel: MessageChannel;
  recipient: string;
  lang: string;
  count: number;
  /** The subjects of the first ones. */
  subjects: string[];
  started_at: Generated<Date>;
  due_at: Generated<Date>;
};
