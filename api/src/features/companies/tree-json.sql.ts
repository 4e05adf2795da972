import type pg from 'pg';
import { NODE_COLUMNS, WITH_DEVICE, type NodePosition } from './companies.repository.ts';

/** One value of some megabytes would be copied again and again while it grows, by Postgres and by the reader of its bytes. */
const NODES_PER_ROW = 128;

const WHOLE = 'where c.tree_id = $1';
const BRANCH = `where c.company_id in (
  with recursive branch (company_id) as (
    select $1::int union all
    select child.company_id from companies child join branch on child.parent_company_id = branch.company_id
  ) select company_id from branch)`;

/**
 * A node with its subtree as JSON text that Postgres has built, ordered by level and name, so that parents precede their
 * children.
 */
export async function readTreeJson(pool: pg.Pool, { company_id, level }: NodePosition): Promise<string> {
  const { rows } = await pool.query<[nodes: string]>({
    name: level === 0 ? 'company-tree' : 'company-branch',
    text: `
      select json_agg(node order by c.position)::text
      from (
        select *, row_number() over (order by level, name collate natural_order, company_id) as position
        from companies c ${level === 0 ? WHOLE : BRANCH}
      ) as c ${WITH_DEVICE}
      cross join lateral (select ${NODE_COLUMNS}) as node
      group by c.position / ${NODES_PER_ROW} order by c.position / ${NODES_PER_ROW}`,
    values: [company_id],
    rowMode: 'array',
  });
  return `[${rows.map(([nodes]) => nodes.slice(1, -1)).join(',')}]`;
}
