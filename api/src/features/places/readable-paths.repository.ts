import { type Kysely, sql } from 'kysely';
import { nodesWithRight } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';

/**
 * The names of the nodes above each of these nodes, as far as a member reads them: the topmost first, separated by ` / `. A node
 * without such nodes is absent.
 */
export async function findReadablePaths(
  db: Kysely<Database>,
  userId: number,
  companyIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ node_id: number; path: string }>`
    with recursive above (node_id, company_id, parent_company_id, name, distance) as (
      select c.company_id, c.company_id, c.parent_company_id, c.name, 0 from companies c
      where c.company_id = any(${[...companyIds]}::int4[])
      union all
      select a.node_id, p.company_id, p.parent_company_id, p.name, a.distance + 1
      from above a join companies p on p.company_id = a.parent_company_id
    )
    select node_id, string_agg(name, ' / ' order by distance desc) as path from above
    where distance > 0 and company_id in (${nodesWithRight(userId, 'read')})
    group by node_id`.execute(db);
  return new Map(rows.map(({ node_id, path }) => [node_id, path]));
}
