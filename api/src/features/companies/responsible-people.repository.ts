import type { ResponsiblePerson } from '@belfry/schemas/http/companies/responsible-people';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

export async function passPeople(trx: Kysely<Database>, companyId: number, enteredBy: number): Promise<void> {
  await trx
    .updateTable('responsible_people')
    .set({ entered_by: enteredBy })
    .where('company_id', '=', companyId)
    .execute();
}

/** Replaces the people of a node. The node must be locked, so that concurrent replacements do not mix. */
export async function replacePeople(
  trx: Kysely<Database>,
  companyId: number,
  people: readonly ResponsiblePerson[],
  enteredBy: number | null = null,
): Promise<void> {
  await trx.deleteFrom('responsible_people').where('company_id', '=', companyId).execute();
  if (people.length === 0) return;
  const rows = people.map((person, index) => ({
    ...person,
    company_id: companyId,
    position: index + 1,
    entered_by: enteredBy,
  }));
  await trx.insertInto('responsible_people').values(rows).execute();
}
