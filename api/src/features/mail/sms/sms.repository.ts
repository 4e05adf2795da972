import type { SmsHistoryItem, SmsHistoryQuery, SmsTemplate, SmsTemplateBody } from '@belfry/schemas/http/mail/sms';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { placePath } from '../../../db/place-path.ts';
import { escapeLike, ownedBy } from '../../../db/conditions.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

/** Stores what the outbox rows with these ids, in the same order, do not have. */
export async function insertSms(
  trx: Kysely<Database>,
  userId: number,
  ids: readonly number[],
  recipients: readonly Pick<Insertable<Database['sms_messages']>, 'name' | 'place' | 'parts'>[],
): Promise<void> {
  const rows = recipients.map(({ name, place, parts }, index) => ({
    message_id: ids[index] ?? 0,
    user_id: userId,
    name,
    place,
    parts,
  }));
  await trx.insertInto('sms_messages').values(rows).execute();
}

export async function findHistory(
  db: Kysely<Database>,
  userId: number,
  { page, page_size, q, state }: SmsHistoryQuery,
): Promise<{ total: number; items: Wire<SmsHistoryItem>[] }> {
  const pattern = `%${escapeLike(q)}%`;
  const matching = db
    .selectFrom('sms_messages as s')
    .innerJoin('outgoing_messages as m', 'm.id', 's.message_id')
    .where('s.user_id', '=', userId)
    .$if(state !== 'all', (qb) => qb.where('m.state', '=', state as SmsHistoryItem['state']))
    .$if(q !== '', (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('m.recipient', 'ilike', pattern),
          eb('s.name', 'ilike', pattern),
          eb('s.place', 'ilike', pattern),
          eb('m.text', 'ilike', pattern),
        ]),
      ),
    );
  const counted = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const items = await matching
    .select(['m.id', 'm.recipient as phone', 's.name', 's.place', 'm.text', 's.parts', 'm.state'])
    .select(['m.last_error as reason', 'm.created_at', 'm.sent_at'])
    .orderBy('s.message_id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { total: counted.total, items };
}

type BranchNode = { company_id: number; user_id: number; name: string; path: string; top_id: number };

/** Finds these nodes and all nodes below them, each once, with the nearest of these nodes above it. */
export async function findBranches(
  db: Kysely<Database>,
  names: VisibleOwners,
  ids: readonly number[],
): Promise<BranchNode[]> {
  const { rows } = await sql<BranchNode>`
    with recursive branch as (
      select company_id, user_id, name, ${placePath('c.parent_company_id', names)} as path, company_id as top_id from companies c
      where company_id = any(${ids}::int4[])
      union all
      select c.company_id, c.user_id, c.name, concat_ws(' / ', nullif(b.path, ''), b.name), b.top_id
      from branch b join companies c on c.parent_company_id = b.company_id
      where not c.company_id = any(${ids}::int4[])
    ) select * from branch order by top_id, company_id`.execute(db);
  return rows;
}

const COLUMNS = ['id', 'name', 'text', 'revision'] as const;

export type ListedTemplate = SmsTemplate & Pick<OwnedTemplate, 'user_id' | 'created_by'>;

export async function findTemplates(db: Kysely<Database>, owners: VisibleOwners): Promise<ListedTemplate[]> {
  return db
    .selectFrom('sms_templates')
    .select([...COLUMNS, 'user_id', 'created_by'])
    .where(ownedBy(owners, 'sms_templates.user_id'))
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute();
}

/** Violates the unique constraint if the owner has a template of this name. */
export async function insertTemplate(
  db: Kysely<Database>,
  { ownerId, createdBy }: { ownerId: number; createdBy: number },
  template: SmsTemplateBody,
): Promise<SmsTemplate> {
  const row = db.insertInto('sms_templates').values({ user_id: ownerId, created_by: createdBy, ...template });
  return row.returning(COLUMNS).executeTakeFirstOrThrow();
}

export type OwnedTemplate = { template: SmsTemplate; user_id: number; created_by: number | null };

export async function lockTemplate(
  trx: Kysely<Database>,
  owners: VisibleOwners,
  id: number,
): Promise<OwnedTemplate | undefined> {
  const row = await trx
    .selectFrom('sms_templates')
    .select([...COLUMNS, 'user_id', 'created_by'])
    .where('id', '=', id)
    .where(ownedBy(owners, 'sms_templates.user_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, created_by, ...template } = row;
  return { template, user_id, created_by };
}

/** Violates the unique constraint if the owner has another template of this name. */
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

export async function deleteTemplate(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('sms_templates').where('id', '=', id).execute();
}
