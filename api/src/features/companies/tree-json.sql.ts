import type pg from 'pg';
import { NODE_COLUMNS, WITH_DEVICE, type Place } from './companies.repository.ts';

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
export async function readTreeJson(pool: pg.Pool, { company_id, level }: Place): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({
    name: level === 0 ? 'company-tree' : 'company-branch',
    text: `
      select coalesce(json_agg(node), '[]')::text as json
      from (
        select ${NODE_COLUMNS} from companies c ${WITH_DEVICE} ${level === 0 ? WHOLE : BRANCH}
        order by c.level, c.name collate natural_order, c.company_id
      ) as node`,
    values: [company_id],
  });
  return rows[0]?.json ?? '[]';
}
