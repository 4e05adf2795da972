import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

type Counted = { language: string; count: number };

/** How many texts of an owner there are in each language. */
export async function countLanguagesOfTexts(db: Kysely<Database>, ownerId: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select v.variant ->> 'language' as language, count(*)::int as count
    from messages m cross join jsonb_array_elements(m.variants) v (variant)
    where m.user_id = ${ownerId} group by 1`.execute(db);
  return rows;
}

/** How many people of an organisation have the console in each language: its owner and members. */
export async function countLanguagesOfPeople(db: Kysely<Database>, ownerId: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select u.lang as language, count(*)::int as count from users u
    where u.id = ${ownerId} or u.id in (
      select m.user_id from memberships m join companies c on c.company_id = m.company_id
      where c.user_id = ${ownerId} and (m.expires_at is null or m.expires_at > now())
    )
    group by 1`.execute(db);
  return rows;
}
