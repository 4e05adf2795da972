import type { SmsTemplate, SmsTemplateBody } from '@belfry/schemas/http/messages/sms';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

const COLUMNS = ['id', 'name', 'text', 'revision'] as const;

/** The templates of a user by name. */
export async function findTemplates(db: Kysely<Database>, userId: number): Promise<SmsTemplate[]> {
  return db
    .selectFrom('sms_templates')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute();
}

/** Violates the unique constraint if the user has a template of this name. */
export async function insertTemplate(
  db: Kysely<Database>,
  userId: number,
  template: SmsTemplateBody,
): Promise<SmsTemplate> {
  const row = db.insertInto('sms_templates').values({ user_id: userId, ...template });
  return row.returning(COLUMNS).executeTakeFirstOrThrow();
}

/** A template of this user, locked until the transaction ends. */
export async function lockTemplate(
  trx: Kysely<Database>,
  userId: number,
  id: number,
): Promise<SmsTemplate | undefined> {
  const templates = trx.selectFrom('sms_templates').select(COLUMNS).where('id', '=', id);
  return templates.where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Violates the unique constraint if the user has another template of this name. */
export async function updateTemplate(
  db: Kysely<Database>,
  id: number,
  template: SmsTemplateBody,
): Promise<SmsTemplate> {
  return db
    .updateTable('sms_templates')
    .set((eb) => ({ ...template, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Deletes a template of this user; returns whether there was one. */
export async function deleteTemplate(db: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const template = db.deleteFrom('sms_templates').where('id', '=', id).where('user_id', '=', userId);
  return (await template.executeTakeFirst()).numDeletedRows > 0n;
}
