import type { HomeAssistantConnection } from '@belfry/schemas/http/home-assistant';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type HomeAssistantRow = Row<'home_assistants'>;

const SHOWN_MAX = 500;

const SELECT = sql`
  select h.id, h.name, h.url, h.username, h.password is not null as has_password, h.version, h.prefix, h.allows, h.company_id,
    c.name as company_name, h.enabled, h.disabled_reason, case when h.enabled then h.state else 'off' end as state,
    case when h.enabled then h.problem end as problem, h.state_at, case when h.enabled then h.places else 0 end as places,
    u.name as created_by, h.created_at, h.revision
  from home_assistants h join companies c on c.company_id = h.company_id left join users u on u.id = h.created_by`;

export async function findHomeAssistants(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<HomeAssistantConnection>[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(h.company_id, ${companyId})`;
  const { rows } = await sql<Wire<HomeAssistantConnection>>`
    ${SELECT} where ${ownedBy(owners, 'h.owner_id', 'h.company_id')} and ${at}
    order by h.name collate natural_order, h.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

export async function findHomeAssistant(
  db: Kysely<Database>,
  id: number,
): Promise<Wire<HomeAssistantConnection> | undefined> {
  return (await sql<Wire<HomeAssistantConnection>>`${SELECT} where h.id = ${id}`.execute(db)).rows[0];
}

export async function lockHomeAssistant(trx: Kysely<Database>, id: number): Promise<HomeAssistantRow | undefined> {
  return trx.selectFrom('home_assistants').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const findHeldHomeAssistants = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from home_assistants where owner_id = ${ownerId}`);

export async function insertHomeAssistant(
  trx: Kysely<Database>,
  row: Insertable<Database['home_assistants']>,
): Promise<number> {
  const { id } = await trx.insertInto('home_assistants').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes what people edit, which counts as a revision. */
export async function updateHomeAssistant(
  trx: Kysely<Database>,
  id: number,
  changes: Updateable<Database['home_assistants']>,
): Promise<void> {
  await trx
    .updateTable('home_assistants')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteHomeAssistant(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('home_assistants').where('id', '=', id).execute();
}

/** In rounds: of each owner the oldest, then of each the second, and so on. */
const IN_TURN = sql`
  select id, row_number() over (order by round, id) as turn
  from (select id, row_number() over (partition by owner_id order by id) as round from home_assistants where enabled) h`;

/** Those that are turned on and have their turn among so many. */
export const findHeldConnections = async (db: Kysely<Database>, most: number): Promise<HomeAssistantRow[]> =>
  (
    await sql<HomeAssistantRow>`
    select h.* from home_assistants h join (${IN_TURN}) t using (id) where t.turn <= ${most} order by t.turn`.execute(
      db,
    )
  ).rows;

/** Says at those that wait for their turn why they do. @returns where that is new */
export const noteWaiting = async (
  db: Kysely<Database>,
  { most, problem }: { most: number; problem: string },
): Promise<Pick<HomeAssistantRow, 'id' | 'owner_id'>[]> =>
  (
    await sql<Pick<HomeAssistantRow, 'id' | 'owner_id'>>`
    update home_assistants h set state = 'away', problem = ${problem}, state_at = now() from (${IN_TURN}) t
    where t.id = h.id and t.turn > ${most} and (h.state, h.problem) is distinct from ('away', ${problem}::text)
    returning h.id, h.owner_id`.execute(db)
  ).rows;

export async function findHomeAssistantRow(db: Kysely<Database>, id: number): Promise<HomeAssistantRow | undefined> {
  return db.selectFrom('home_assistants').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of a connection that was not changed meanwhile. */
export async function noteHomeAssistantState(
  db: Kysely<Database>,
  { id, revision }: Pick<HomeAssistantRow, 'id' | 'revision'>,
  state: Partial<Pick<HomeAssistantRow, 'state' | 'problem' | 'places'>>,
): Promise<void> {
  await db
    .updateTable('home_assistants')
    .set({ ...state, state_at: new Date() })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute();
}
