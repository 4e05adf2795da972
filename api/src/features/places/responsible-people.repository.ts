import type { ResponsiblePerson } from '@belfry/schemas/http/companies/responsible-people';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { goesOn } from '../../people/grants.repository.ts';

type Responsible = {
  /** The node whose people these are: itself or the nearest one above that has any; null where none has. */
  source_company_id: number | null;
  source_name: string | null;
  people: ResponsiblePerson[];
};

type Source = Omit<Responsible, 'people'> & { company_id: number };

/**
 * The responsible people of these nodes, in the order of their lists; nodes with the same source have the same array. Every node above is
 * visited once, and every list is read once.
 */
export async function findResponsible(
  db: Kysely<Database>,
  companyIds: readonly number[],
): Promise<Map<number, Responsible>> {
  const { rows: sources } = await sql<Source>`
    with recursive chosen (company_id) as (select unnest(${companyIds}::int4[])),
    needed (company_id, parent_company_id) as (
      select c.company_id, c.parent_company_id from companies c where c.company_id in (select company_id from chosen)
      union
      select c.company_id, c.parent_company_id from needed join companies c on c.company_id = needed.parent_company_id
    ),
    listed as (
      select distinct company_id from responsible_people
      where company_id in (select company_id from needed) and ${goesOn('responsible_people', 'responsible_people.company_id')}
    ),
    sources as (
      select n.company_id, l.company_id as source_company_id
      from needed n left join listed l using (company_id) where n.parent_company_id is null
      union all
      select n.company_id, coalesce(l.company_id, s.source_company_id)
      from sources s
      join needed n on n.parent_company_id = s.company_id
      left join listed l on l.company_id = n.company_id
    )
    select s.company_id, s.source_company_id, c.name as source_name
    from sources s left join companies c on c.company_id = s.source_company_id
    where s.company_id in (select company_id from chosen)`.execute(db);
  const lists = await findLists(db, [...new Set(sources.flatMap(({ source_company_id }) => source_company_id ?? []))]);
  return new Map(
    sources.map(({ company_id, ...source }) => [
      company_id,
      { ...source, people: lists.get(source.source_company_id ?? 0) ?? [] },
    ]),
  );
}

async function findLists(
  db: Kysely<Database>,
  companyIds: readonly number[],
): Promise<Map<number, ResponsiblePerson[]>> {
  if (companyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('responsible_people')
    .select(['company_id', 'name', 'email', 'phone', 'language'])
    .where('company_id', '=', sql<number>`any(${companyIds}::int4[])`)
    .orderBy('company_id')
    .orderBy('position')
    .execute();
  const lists = new Map<number, ResponsiblePerson[]>();
  for (const { company_id, ...person } of rows) {
    const list = lists.get(company_id) ?? [];
    list.push(person);
    lists.set(company_id, list);
  }
  return lists;
}
