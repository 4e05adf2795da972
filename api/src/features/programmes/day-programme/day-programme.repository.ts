import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The windows of the nearest node, upwards from this one, that has any, with that node. */
export async function findDayProgramme(db: Kysely<Database>, companyId: number): Promise<DayProgramme> {
  const { rows } = await sql<{ company_id: number; windows: DayProgramme['windows'] }>`
    with recursive above (company_id, parent_company_id, distance) as (
      select company_id, parent_company_id, 0 from companies where company_id = ${companyId}
      union all
      select c.company_id, c.parent_company_id, a.distance + 1
      from above a join companies c on c.company_id = a.parent_company_id
    )
    select p.company_id, p.windows from above a join day_programmes p on p.company_id = a.company_id
    order by a.distance limit 1`.execute(db);
  const [found] = rows;
  return { company_id: companyId, source_company_id: found?.company_id ?? null, windows: found?.windows ?? [] };
}

/** Replaces the windows of a node; without any it inherits those of the node above. */
export async function saveDayProgramme(
  trx: Kysely<Database>,
  companyId: number,
  windows: DayProgramme['windows'],
): Promise<void> {
  if (windows.length === 0) {
    await trx.deleteFrom('day_programmes').where('company_id', '=', companyId).execute();
    return;
  }
  const text = JSON.stringify(windows);
  await trx
    .insertInto('day_programmes')
    .values({ company_id: companyId, windows: text })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ windows: text, updated_at: sql`now()` }))
    .execute();
}
