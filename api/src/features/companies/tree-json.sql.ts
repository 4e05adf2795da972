import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { NODE_COLUMNS, WITH_DEVICE, type NodePosition } from './companies.repository.ts';

/** One value of some megabytes would be copied again and again while it grows, by Postgres and by the reader of its bytes. */
const NODES_PER_ROW = 128;

const wholeTree = (id: number): RawBuilder<unknown> => sql`where c.tree_id = ${id}`;
const branch = (id: number): RawBuilder<unknown> => sql`
  where c.company_id in (
    with recursive branch (company_id) as (
      select ${id}::int union all
      select child.company_id from companies child join branch on child.parent_company_id = branch.company_id
    ) select company_id from branch)`;

/**
 * A node with its subtree as JSON text that Postgres has built, ordered by level and name, so that parents precede their
 * children.
 */
export async function readTreeJson(db: Kysely<Database>, { company_id, level }: NodePosition): Promise<string> {
  const { rows } = await sql<{ nodes: string }>`
    select json_agg(node order by c.position)::text as nodes
    from (
      select *, row_number() over (order by level, name collate natural_order, company_id) as position
      from companies c ${level === 0 ? wholeTree(company_id) : branch(company_id)}
    ) as c ${sql.raw(WITH_DEVICE)}
    cross join lateral (select ${sql.raw(NODE_COLUMNS)}) as node
    group by c.position / ${sql.lit(NODES_PER_ROW)} order by c.position / ${sql.lit(NODES_PER_ROW)}`.execute(db);
  return `[${rows.map(({ nodes }) => nodes.slice(1, -1)).join(',')}]`;
}
