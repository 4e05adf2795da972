import type { Message } from '@belfry/schemas/http/library/texts';
import { sql } from 'kysely';
import { times, type Resource } from '../resource.ts';
import type { Row } from '../../../db/database.ts';

export type MessageRow = Row<'messages'>;

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  name: row.name,
  variants: row.variants,
  fallback_language: row.fallback_language,
  chime: row.chime,
  repeat: row.repeat,
  pause_ms: row.pause_ms,
  emergency: row.emergency,
  ...times(row),
});

export const messagesResource: Resource<MessageRow, Message> = {
  table: 'messages',
  title: 'message',
  max: 1_000,
  rows: sql`select * from messages`,
  matches: (pattern) => sql`(
    r.name ilike ${pattern}
    or exists (select from jsonb_array_elements(r.variants) v where v ->> 'text' ilike ${pattern})
  )`,
  view: toMessage,
};
