import type { ResponsiblePerson } from '@belfry/schemas/http/companies/responsible-people';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

export type Responsible = {
  /** The node whose people these are: itself or the nearest one above that has any; null where none has. */
  source_company_id: number | null;
  source_name: string | null;
  people: ResponsiblePerson[];
};

/** The responsible people of these nodes, in the order of their lists. Every node above is visited once. */
export async function findResponsible(
  db: Kysely<Database>,
  companyIds: readonly number[],
): Promise<Map<number, Responsible>> {
  const { rows } = await sql<Responsible & { company_id: number }>`
    with recursive chosen (company_id) as (select unnest(${companyIds}::int4[])),
    needed (company_id, parent_company_id) as (
      select c.company_id, c.parent_company_id from companies c where c.company_id in (select company_id from chosen)
      union
      select c.company_id, c.parent_company_id from needed join companies c on c.company_id = needed.parent_company_id
    ),
    lists as (
      select company_id, json_agg(json_build_object('name', name, 'email', email, 'phone', phone, 'language', language)
        order by position) as people
      from responsible_people where company_id in (select company_id from needed)
      group by company_id
    ),
    sources as (
      select n.company_id, l.company_id as source_company_id
      from needed n left join lists l using (company_id) where n.parent_company_id is null
      union all
      select n.company_id, coalesce(l.company_id, s.source_company_id)
      from sources s
      join needed n on n.parent_company_id = s.company_id
      left join lists l on l.company_id = n.company_id
    )
    select s.company_id, s.source_company_id, c.name as source_name, coalesce(l.people, '[]') as people
    from sources s
    left join companies c on c.company_id = s.source_company_id
    left join lists l on l.company_id = s.source_company_id
    where s.company_id in (select company_id from chosen)`.execute(db);
  return new Map(rows.map(({ company_id, ...responsible }) => [company_id, responsible]));
}

/** Replaces the people of a node. The node must be locked, so that concurrent replacements do not mix. */
export async function replacePeople(
  trx: Kysely<Database>,
  companyId: number,
  people: readonly ResponsiblePerson[],
): Promise<void> {
  await trx.deleteFrom('responsible_people').where('company_id', '=', companyId).execute();
  if (people.length === 0) return;
  const rows = people.map((person, index) => ({ ...person, company_id: companyId, position: index + 1 }));
  await trx.insertInto('responsible_people').values(rows).execute();
}
