import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Counts the organisation of the person and, unless they administer the installation, those in which they have a
 * membership that has not ended. An organisation is everything that one owner has.
 */
export async function isSecondFactorRequired(db: Kysely<Database>, userId: number): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select exists (
      select from organisation_settings s
      where s.require_second_factor and (
        s.owner_id = ${userId}
        or exists (
          select from memberships m join companies c on c.company_id = m.company_id join users u on u.id = m.user_id
          where m.user_id = ${userId} and u.role = 'user' and c.user_id = s.owner_id and (m.expires_at is null or m.expires_at > now())
        )
      )
    ) as required`.execute(db);
  return rows[0]?.required ?? false;
}

export async function readRequirement(
  db: Kysely<Database>,
  ownerId: number,
): Promise<{ required: boolean; people: number; without: number }> {
  const { rows } = await sql<{ required: boolean; people: number; without: number }>`
    with people as (
      select ${ownerId}::int as id
      union
      select m.user_id from companies c join memberships m on m.company_id = c.company_id join users u on u.id = m.user_id
      where c.user_id = ${ownerId} and u.role = 'user' and not u.program and (m.expires_at is null or m.expires_at > now())
    )
    select
      exists (select from organisation_settings where owner_id = ${ownerId} and require_second_factor) as required,
      count(*)::int as people,
      (count(*) filter (
        where not exists (select from two_factor f where f.user_id = people.id and f.enabled_at is not null)
          and not exists (select from passkeys p where p.user_id = people.id)
      ))::int as without
    from people`.execute(db);
  return rows[0] ?? { required: false, people: 0, without: 0 };
}

/** @returns whether the value was another one before */
export async function putRequirement(trx: Kysely<Database>, ownerId: number, required: boolean): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('organisation_settings')
    .values({ owner_id: ownerId, require_second_factor: required })
    .onConflict((conflict) =>
      conflict
        .column('owner_id')
        .doUpdateSet({ require_second_factor: required })
        .where('organisation_settings.require_second_factor', '!=', required),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
