import type { Destination } from '@belfry/schemas/http/scenarios/destinations';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { ownedBy } from '../../../db/conditions.ts';
import type { Database, Row } from '../../../db/database.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { findHeld, type Held } from '../../../people/organisation-share.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

export type Target = Row<'destinations'>;

const SELECT = sql`
  select d.id, d.name, d.service, d.host, d.chat_id, d.header_names, d.company_id, c.name as company_name, d.last_sent_at, d.refused_at,
    d.refusal, u.name as created_by, d.created_at, d.revision
  from destinations d join companies c on c.company_id = d.company_id left join users u on u.id = d.created_by`;
const SHOWN_MAX = 500;

export async function findDestinations(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<Destination>[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(d.company_id, ${companyId})`;
  const { rows } = await sql<Wire<Destination>>`
    ${SELECT} where ${ownedBy(owners, 'd.owner_id', 'd.company_id')} and ${at}
    order by d.name collate natural_order, d.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

export async function findDestination(db: Kysely<Database>, id: number): Promise<Wire<Destination> | undefined> {
  return (await sql<Wire<Destination>>`${SELECT} where d.id = ${id}`.execute(db)).rows[0];
}

export async function findTarget(db: Kysely<Database>, id: number): Promise<Target | undefined> {
  return db.selectFrom('destinations').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockDestination(trx: Kysely<Database>, id: number): Promise<Target | undefined> {
  return trx.selectFrom('destinations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const findHeldDestinations = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from destinations where owner_id = ${ownerId}`);

export async function insertDestination(
  trx: Kysely<Database>,
  row: Insertable<Database['destinations']>,
): Promise<number> {
  const { id } = await trx.insertInto('destinations').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateDestination(
  trx: Kysely<Database>,
  id: number,
  changes: Updateable<Database['destinations']>,
): Promise<void> {
  await trx
    .updateTable('destinations')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteDestination(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('destinations').where('id', '=', id).execute();
}

/** @param refusal null: it has taken it */
export async function noteSent(db: Kysely<Database>, id: number, refusal: string | null): Promise<void> {
  await sql`
    update destinations set refusal = ${refusal}, refused_at = case when ${refusal}::text is not null then now() end,
      last_sent_at = case when ${refusal}::text is null then now() else last_sent_at end
    where id = ${id}`.execute(db);
}
