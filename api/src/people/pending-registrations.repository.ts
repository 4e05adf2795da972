import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** How many accounts are deleted by one statement. */
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

type Holder = {
  id: number;
  is_pending: boolean;
  /** A code was sent to the same mail address within the resend interval. */
  is_recent: boolean;
};

/** The accounts with this mail or phone, at most two, locked until the transaction ends. */
export async function lockContactHolders(
  trx: Kysely<Database>,
  { email, phone, recentSeconds }: { email: string; phone: string; recentSeconds: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.id, ${PENDING} as is_pending,
      lower(u.email) = ${email.toLowerCase()} and exists (
        select from confirmation_codes k
        where k.user_id = u.id and k.purpose = 'email' and k.created_at > now() - make_interval(secs => ${recentSeconds})
      ) as is_recent
    from users u
    where lower(u.email) = ${email.toLowerCase()} or u.phone = ${phone}
    order by u.id
    for update of u`.execute(trx);
  return rows;
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
