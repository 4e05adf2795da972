import type { Scenario, ScenarioTile } from '@belfry/schemas/http/scenarios/scenarios';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import { placePath } from '../../db/place-path.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type ScenarioRow = Row<'scenarios'>;

const SHOWN_MAX = 500;

const IS_EMERGENCY = sql<boolean>`jsonb_path_exists(s.actions, '$[*] ? (@.kind == "emergency" || @.kind == "all_clear")')`;
const RUNNING = sql<string | null>`(
  select r.scenario_run_id from scenario_runs r where r.scenario_id = s.id and r.state in ('confirming', 'running')
  order by r.created_at desc limit 1)`;

const SELECT = sql`
  select s.id, s.name, s.icon, s.colour, s.company_id, c.name as company_name, s.actions, s.drill, s.two_people, s.enabled, s.disabled_reason,
    ${IS_EMERGENCY} as is_emergency, s.missed, s.checked_at,
    (select r.created_at from scenario_runs r where r.scenario_id = s.id order by r.created_at desc limit 1) as last_started_at,
    ${RUNNING} as running, u.name as created_by, s.created_at, s.revision
  from scenarios s join companies c on c.company_id = s.company_id left join users u on u.id = s.created_by`;

const atOrBelow = (companyId: number | undefined) =>
  companyId === undefined ? sql`true` : sql`is_at_or_below(s.company_id, ${companyId})`;

export async function findScenarios(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<Scenario>[]> {
  const { rows } = await sql<Wire<Scenario>>`
    ${SELECT} where ${ownedBy(owners, 's.owner_id', 's.company_id')} and ${atOrBelow(companyId)}
    order by s.name collate natural_order, s.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

/** Those that are on, at nodes where the caller may speak, or for emergencies start one. */
export async function findTiles(
  db: Kysely<Database>,
  { speak, emergency, names }: Record<'speak' | 'emergency' | 'names', VisibleOwners>,
  companyId: number | undefined,
): Promise<Wire<ScenarioTile>[]> {
  const { rows } = await sql<Wire<ScenarioTile>>`
    select s.id, s.name, s.icon, s.colour, s.company_id, c.name as company_name, ${placePath('c.parent_company_id', names)} as path, s.drill,
      s.two_people, ${IS_EMERGENCY} as is_emergency,
      array(select distinct a ->> 'kind' from jsonb_array_elements(s.actions) a) as kinds, s.actions::text like '%{text}%' as asks_text,
      s.missed, s.checked_at, ${RUNNING} as running
    from scenarios s join companies c on c.company_id = s.company_id
    where s.enabled and ${atOrBelow(companyId)} and case when ${IS_EMERGENCY}
      then ${ownedBy(emergency, 's.owner_id', 's.company_id')} else ${ownedBy(speak, 's.owner_id', 's.company_id')} end
    order by s.name collate natural_order, s.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

export async function findScenario(db: Kysely<Database>, id: number): Promise<Wire<Scenario> | undefined> {
  return (await sql<Wire<Scenario>>`${SELECT} where s.id = ${id}`.execute(db)).rows[0];
}

export async function findScenarioRow(db: Kysely<Database>, id: number): Promise<ScenarioRow | undefined> {
  return db.selectFrom('scenarios').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockScenario(trx: Kysely<Database>, id: number): Promise<ScenarioRow | undefined> {
  return trx.selectFrom('scenarios').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const findHeldScenarios = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from scenarios where owner_id = ${ownerId}`);

export async function insertScenario(trx: Kysely<Database>, row: Insertable<Database['scenarios']>): Promise<number> {
  const { id } = await trx.insertInto('scenarios').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes what people edit, which counts as a revision. */
export async function updateScenario(
  trx: Kysely<Database>,
  id: number,
  changes: Updateable<Database['scenarios']>,
): Promise<void> {
  await trx
    .updateTable('scenarios')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

/** @returns whether it was on */
export async function turnOffScenario(trx: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update scenarios set enabled = false, disabled_reason = 'creator', revision = revision + 1
    where id = ${id} and enabled returning id`.execute(trx);
  return rows.length > 0;
}

export async function deleteScenario(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('scenarios').where('id', '=', id).execute();
}

/** What a check has found, null where it could not be made; `reached_all_at` is when it could last have reached everybody. */
export async function noteChecked(db: Kysely<Database>, id: number, missed: number | null): Promise<void> {
  await sql`
    update scenarios set missed = ${missed}, checked_at = now(), reached_all_at = case when ${missed}::int = 0 then now() else reached_all_at end
    where id = ${id}`.execute(db);
}

export const UNCHECKED = sql`enabled and (checked_at is null or checked_at < now() - interval '1 day')`;

/** Those that nobody has looked at for a day, the oldest first. */
export async function findUnchecked(db: Kysely<Database>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from scenarios where ${UNCHECKED}
    order by checked_at nulls first limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
