import type { CompanyMatch, CompanySearchQuery } from '@belfry/schemas/http/companies/companies';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/like.ts';
import { ownedBy } from '../../db/owned-by.ts';
import type { VisibleOwners } from '../../policies/visible-owners.ts';

const MATCHES_MAX = 20;

/** The best matches of a search among the nodes of these owners. */
export async function searchCompanies(
  db: Kysely<Database>,
  { q, type }: CompanySearchQuery,
  owners: VisibleOwners,
): Promise<CompanyMatch[]> {
  const text = escapeLike(q);
  const { rows } = await sql<CompanyMatch>`
    select node.company_id, node.name, node.type, main.name as main_company_name
    from companies node
    left join companies main on main.company_id = node.main_company_id
    where (node.name ilike ${`%${text}%`} or node.company_id::text = ${q})
      and (${type ?? null}::text is null or node.type = ${type ?? null})
      and ${ownedBy(owners, 'node.user_id')}
    order by node.company_id::text = ${q} desc, node.name ilike ${`${text}%`} desc, node.level,
      node.name collate natural_order, node.company_id
    limit ${MATCHES_MAX}`.execute(db);
  return rows;
}
