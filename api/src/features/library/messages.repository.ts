import type { Message } from '@belfry/schemas/http/library/texts';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { ownOf } from '../../policies/owners.ts';
import { findRows, times, type Resource } from './resource.repository.ts';

type MessageRow = Row<'messages'>;

const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  name: row.name,
  variants: row.variants,
  fallback_language: row.fallback_language,
  chime: row.chime,
  chime_id: row.chime_id,
  repeat: row.repeat,
  pause_ms: row.pause_ms,
  emergency: row.emergency,
  ...times(row),
});

export const FOR_ALL =
  'Every device of the organisation keeps its emergency messages, so only those who plan for all of its places change them';

export const messagesResource: Resource<MessageRow, Message> = {
  table: 'messages',
  title: 'message',
  titles: 'messages',
  max: 1_000,
  rows: sql`select * from messages`,
  matches: (pattern) => sql`(
    r.name ilike ${pattern}
    or exists (select from jsonb_array_elements(r.variants) v where v ->> 'text' ilike ${pattern})
  )`,
  view: toMessage,
  forAll: { includes: ({ emergency }) => emergency, refusal: FOR_ALL },
};

type MessageFields = Pick<
  Message,
  'name' | 'variants' | 'fallback_language' | 'chime' | 'chime_id' | 'repeat' | 'pause_ms' | 'emergency'
>;

export async function insertMessage(
  db: Kysely<Database>,
  userId: number,
  { variants, chime_id = null, ...fields }: MessageFields,
): Promise<number> {
  const row = await db
    .insertInto('messages')
    .values({ user_id: userId, ...fields, chime_id, variants: JSON.stringify(variants) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateMessage(
  db: Kysely<Database>,
  id: number,
  { variants, ...fields }: Partial<MessageFields>,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      ...fields,
      ...(variants && { variants: JSON.stringify(variants) }),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function countEmergencies(db: Kysely<Database>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('emergency', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findMessages(
  db: Kysely<Database>,
  ownerId: number,
  ids: readonly number[],
): Promise<Map<number, Message>> {
  const rows = await findRows(db, messagesResource, ownOf(ownerId), ids);
  return new Map(rows.map((row) => [row.id, toMessage(row)]));
}
