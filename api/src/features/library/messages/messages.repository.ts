import type { Message } from '@belfry/schemas/http/library/texts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type MessageFields = Pick<
  Message,
  'name' | 'variants' | 'fallback_language' | 'chime' | 'repeat' | 'pause_ms' | 'emergency'
>;

export async function insertMessage(
  db: Kysely<Database>,
  userId: number,
  { variants, ...fields }: MessageFields,
): Promise<number> {
  const row = await db
    .insertInto('messages')
    .values({ user_id: userId, ...fields, variants: JSON.stringify(variants) })
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

export async function deleteMessage(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('messages').where('id', '=', id).execute();
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
