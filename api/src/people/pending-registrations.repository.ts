import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';

const BATCH = 500;

/**
 * An account that may be deleted: it was created by a registration, neither mail nor phone was ever confirmed, nobody has
 * signed in, no administrator has blocked it, and it owns nothing.
 */
const PENDING = sql`(
  u.registration_pending and u.role = 'user' and not u.email_confirm and not u.phone_confirm
  and u.active and not u.blocked and u.last_login is null
  and not exists (select from devices d where d.user_id = u.id)
  and not exists (select from companies c where c.user_id = u.id))`;

/** Whether an account that is in use, or was confirmed once, has this mail or phone. Other registrations have no claim to them. */
export async function isHeld(
  db: Kysely<Database>,
  { email, phone, except = 0 }: { email: string; phone: string | null; except?: number },
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from users u
      where (lower(u.email) = ${email.toLowerCase()} or u.phone = ${phone}) and u.id <> ${except} and not ${PENDING}) as held`.execute(
    db,
  );
  return rows[0]?.held ?? false;
}

/** The other registrations with this mail, which can be confirmed no more, at most one batch. */
export async function findRivals(
  db: Kysely<Database>,
  { email, id }: { email: string; id: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where lower(u.email) = ${email.toLowerCase()} and u.id <> ${id} and ${PENDING}
    order by u.id limit ${BATCH} for update of u skip locked`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Deletes registrations that were not confirmed within a day, except those for which a code was requested within the last
 * hour. Returns the deleted ids, at most one batch.
 */
export async function deleteAbandonedRegistrations(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from users where id in (
      select u.id from users u
      where ${PENDING} and u.created_at < now() - interval '1 day'
        and not exists (
          select from confirmation_codes k where k.user_id = u.id and k.created_at > now() - interval '1 hour')
      order by u.created_at
      limit ${BATCH}
      for update of u skip locked
    )
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
