import { canonicalRecipient } from '@belfry/schemas/http/mail/recipients';
import type { Contact, ContactGroup } from '@belfry/schemas/http/scenarios/contacts';
import { type Insertable, type Kysely, sql } from 'kysely';
import { ownedBy } from '../../../db/conditions.ts';
import type { Database, Row } from '../../../db/database.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { findHeld, type Held } from '../../../people/organisation-share.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

export type GroupRow = Row<'contact_groups'>;

const SELECT = sql`
  select g.id, g.name, g.company_id, c.name as company_name, (select count(*)::int from contacts x where x.group_id = g.id) as contacts,
    u.name as created_by, g.created_at, g.revision
  from contact_groups g join companies c on c.company_id = g.company_id left join users u on u.id = g.created_by`;
const SHOWN_MAX = 500;

export async function findContactGroups(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<ContactGroup>[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(g.company_id, ${companyId})`;
  const { rows } = await sql<Wire<ContactGroup>>`
    ${SELECT} where ${ownedBy(owners, 'g.owner_id', 'g.company_id')} and ${at}
    order by g.name collate natural_order, g.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

export async function findContactGroup(db: Kysely<Database>, id: number): Promise<Wire<ContactGroup> | undefined> {
  return (await sql<Wire<ContactGroup>>`${SELECT} where g.id = ${id}`.execute(db)).rows[0];
}

export async function lockContactGroup(trx: Kysely<Database>, id: number): Promise<GroupRow | undefined> {
  return trx.selectFrom('contact_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const findHeldContactGroups = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from contact_groups where owner_id = ${ownerId}`);

export async function insertContactGroup(
  trx: Kysely<Database>,
  row: Insertable<Database['contact_groups']>,
): Promise<number> {
  const { id } = await trx.insertInto('contact_groups').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function renameContactGroup(trx: Kysely<Database>, id: number, name: string): Promise<void> {
  await trx
    .updateTable('contact_groups')
    .set({ name, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteContactGroup(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('contact_groups').where('id', '=', id).execute();
}

export async function replaceContacts(trx: Kysely<Database>, id: number, contacts: readonly Contact[]): Promise<void> {
  await trx.deleteFrom('contacts').where('group_id', '=', id).execute();
  await sql`
    insert into contacts (group_id, position, name, email, phone, language)
    select ${id}, x.position, x.name, x.email, x.phone, x.language
    from rows from (jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as (name text, email text, phone text, language text))
      with ordinality as x (name, email, phone, language, position)`.execute(trx);
}

export async function findContacts(db: Kysely<Database>, id: number): Promise<Contact[]> {
  return db
    .selectFrom('contacts')
    .select(['name', 'email', 'phone', 'language'])
    .where('group_id', '=', id)
    .orderBy(sql`name collate natural_order`)
    .orderBy('position')
    .$narrowType<{ language: Contact['language'] }>()
    .execute();
}

/** What is written to of contacts, as `findConfirmed` names it. */
export const addressesOf = ({ email, phone }: Pick<Contact, 'email' | 'phone'>): string[] =>
  [email && canonicalRecipient(email), phone].flatMap((address) => address ?? []);
