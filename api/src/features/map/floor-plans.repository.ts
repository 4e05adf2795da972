import type { FloorPlanImage, PlacedDevice, PlaceDevicesBody } from '@belfry/schemas/http/map/floor-plans';
import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export type FloorPlanRow = Row<'floor_plans'>;

export async function findFloorPlan(db: Kysely<Database>, companyId: number): Promise<FloorPlanRow | undefined> {
  return db.selectFrom('floor_plans').selectAll().where('company_id', '=', companyId).executeTakeFirst();
}

/** Gives a node, which must be locked, its image; devices stay where they are on the one before. */
export async function storeFloorPlan(trx: Kysely<Database>, companyId: number, image: FloorPlanImage): Promise<void> {
  await trx
    .insertInto('floor_plans')
    .values({ company_id: companyId, ...image })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...image, updated_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteFloorPlan(trx: Kysely<Database>, companyId: number): Promise<void> {
  await trx.deleteFrom('floor_plans').where('company_id', '=', companyId).execute();
}

export async function findPlacedDevices(db: Kysely<Database>, companyId: number): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    select d.serial, p.x, p.y, c.company_id, c.name, s.status, exists (
        select from alarm_devices x join alarms a on a.alarm_id = x.alarm_id
        where x.device_id = p.device_id and x.left_at is null and a.state = 'open'
      ) as has_alarm
    from floor_plan_devices p
    join devices d on d.device_id = p.device_id
    join device_state s on s.device_id = p.device_id
    join companies c on c.company_id = d.company_id
    where p.company_id = ${companyId}
    order by c.name collate natural_order, d.serial`.execute(db);
  return rows;
}

export async function findDevicesBelow(
  db: Kysely<Database>,
  companyId: number,
  serials: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ serial: string; device_id: number }>`
    with recursive above (device_id, company_id) as (
      select d.device_id, d.company_id from devices d where d.serial = any(${[...serials]}::text[]) and d.company_id is not null
      union all
      select a.device_id, c.parent_company_id from above a join companies c on c.company_id = a.company_id
      where a.company_id <> ${companyId}::int and c.parent_company_id is not null
    )
    select d.serial, d.device_id from above a join devices d on d.device_id = a.device_id
    where a.company_id = ${companyId}::int`.execute(db);
  return new Map(rows.map(({ serial, device_id }) => [serial, device_id]));
}

type Placement = Omit<PlaceDevicesBody['devices'][number], 'serial'> & { device_id: number };

/** The node of the floor plan must be locked. */
export async function replacePlacements(
  trx: Kysely<Database>,
  companyId: number,
  placements: readonly Placement[],
): Promise<void> {
  await trx.deleteFrom('floor_plan_devices').where('company_id', '=', companyId).execute();
  if (placements.length > 0) {
    const rows = placements.map(({ device_id, x, y }) => ({ company_id: companyId, device_id, x, y }));
    await trx.insertInto('floor_plan_devices').values(rows).execute();
  }
  await trx
    .updateTable('floor_plans')
    .set({ revision: sql<number>`revision + 1`, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .execute();
}

/** The key of the advisory lock; no other lock uses this number. */
const FILES_LOCK = 4_182_033;

/**
 * Until the transaction ends, files of floor plans are not removed, or, with `removing`, not stored: so no file is removed between its being
 * stored and the commit of the row that names it.
 */
export async function lockPlanFiles(trx: Kysely<Database>, what: 'storing' | 'removing'): Promise<void> {
  if (what === 'storing') await sql`select pg_advisory_xact_lock_shared(${FILES_LOCK})`.execute(trx);
  else await sql`select pg_advisory_xact_lock(${FILES_LOCK})`.execute(trx);
}

export async function findUnusedFiles(db: Kysely<Database>, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${[...hashes]}::text[]) as stored (sha256)
    where not exists (select from floor_plans p where p.sha256 = stored.sha256)`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}
