import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { DayWindow } from './expand.ts';

export type Structure = {
  /** Node → the node above; main companies are absent. */
  parents: ReadonlyMap<number, number>;
  groups: ReadonlyMap<number, readonly number[]>;
};

export async function findStructure(db: Kysely<Database>, userId: number): Promise<Structure> {
  const nodes = await db
    .selectFrom('companies')
    .select(['company_id', 'parent_company_id'])
    .where('user_id', '=', userId)
    .execute();
  const elements = await db
    .selectFrom('device_group_elements as e')
    .innerJoin('device_groups as g', 'g.id', 'e.group_id')
    .select(['e.company_id', 'e.group_id'])
    .where('g.user_id', '=', userId)
    .execute();
  const parents = new Map<number, number>();
  for (const { company_id, parent_company_id } of nodes)
    if (parent_company_id !== null) parents.set(company_id, parent_company_id);
  const byNode = Map.groupBy(elements, ({ company_id }) => company_id);
  const groups = new Map([...byNode].map(([node, rows]) => [node, rows.map(({ group_id }) => group_id)]));
  return { parents, groups };
}

export async function findDayProgrammes(db: Kysely<Database>, userId: number): Promise<Map<number, DayWindow[]>> {
  const rows = await db
    .selectFrom('day_programmes as p')
    .innerJoin('companies as c', 'c.company_id', 'p.company_id')
    .select(['p.company_id', 'p.windows'])
    .where('c.user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ company_id, windows }) => [company_id, windows]));
}

const EMERGENCIES_MAX = 50;

export async function findEmergencyIds(db: Kysely<Database>, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where user_id = ${userId} and emergency order by id limit ${EMERGENCIES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findUnownedDevices(
  db: Kysely<Database>,
  deviceIds: readonly number[],
): Promise<{ device_id: number; serial: string }[]> {
  return db
    .selectFrom('devices')
    .innerJoin('programmes', 'programmes.device_id', 'devices.device_id')
    .select(['devices.device_id', 'devices.serial'])
    .where('devices.user_id', 'is', null)
    .where('devices.device_id', '=', sql<number>`any(${deviceIds}::int4[])`)
    .execute();
}

export async function findBoundSerial(db: Kysely<Database>, companyId: number): Promise<string | null> {
  const device = db.selectFrom('devices').select('serial').where('company_id', '=', companyId).limit(1);
  return (await device.executeTakeFirst())?.serial ?? null;
}
