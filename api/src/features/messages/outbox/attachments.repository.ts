import type { Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

/** A text file that a mail carries. */
export type Attachment = Omit<Row<'message_attachments'>, 'message_id'>;

const COLUMNS = ['filename', 'content_type', 'content'] as const;

export async function insertAttachments(
  trx: Kysely<Database>,
  attachments: readonly Database['message_attachments'][],
): Promise<void> {
  if (attachments.length === 0) return;
  await trx
    .insertInto('message_attachments')
    .values([...attachments])
    .execute();
}

export async function findAttachment(db: Kysely<Database>, messageId: number): Promise<Attachment | undefined> {
  const attachments = db.selectFrom('message_attachments').select(COLUMNS);
  return attachments.where('message_id', '=', messageId).executeTakeFirst();
}

export async function findAttachmentName(db: Kysely<Database>, messageId: number): Promise<string | null> {
  const attachments = db.selectFrom('message_attachments').select('filename').where('message_id', '=', messageId);
  return (await attachments.executeTakeFirst())?.filename ?? null;
}
