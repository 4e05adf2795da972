import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type BranchNode = { company_id: number; user_id: number; name: string; top_id: number; top_name: string };

/** Finds these nodes and all nodes below them, each once, with the nearest of these nodes above it. */
export async function findBranches(db: Kysely<Database>, ids: readonly number[]): Promise<BranchNode[]> {
  const { rows } = await sql<BranchNode>`
    with recursive branch as (
      select company_id, user_id, name, company_id as top_id, name as top_name from companies c
      where company_id = any(${ids}::int4[])
      union all
      select c.company_id, c.user_id, c.name, b.top_id, b.top_name
      from branch b join companies c on c.parent_company_id = b.company_id
      where not c.company_id = any(${ids}::int4[])
    ) select * from branch order by top_id, company_id`.execute(db);
  return rows;
}
