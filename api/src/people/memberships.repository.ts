import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Account, Caller } from '../policies/accounts.ts';
import type { Membership } from '../policies/rights.ts';

/** A subquery for prepared statements: the memberships of the user `u` that hold now, as one JSON value `memberships`. */
export const MEMBERSHIPS_OF_USER = `
  select coalesce(json_agg(json_build_object('company_id', m.company_id, 'owner_id', c.user_id, 'whole', c.level = 0,
    'rights', m.rights, 'expires_at', extract(epoch from m.expires_at) * 1000)), '[]') as memberships
  from memberships m join companies c using (company_id)
  where m.user_id = u.id and (m.expires_at is null or m.expires_at > now())`;

/** As Postgres answers it: `expires_at` in milliseconds. */
export type StoredMemberships = { memberships: (Omit<Membership, 'expires_at'> & { expires_at: number | null })[] };

export const toMemberships = ({ memberships }: StoredMemberships): Membership[] =>
  memberships.map(({ expires_at, ...rest }) => ({
    ...rest,
    expires_at: expires_at === null ? null : new Date(expires_at),
  }));

export async function withMemberships(db: Kysely<Database>, account: Account): Promise<Caller> {
  const { rows } = await sql<StoredMemberships>`
    select m.memberships from users u cross join lateral (${sql.raw(MEMBERSHIPS_OF_USER)}) m
    where u.id = ${account.id}`.execute(db);
  const [row] = rows;
  return row ? { ...account, memberships: toMemberships(row) } : account;
}

/**
 * Keeps the memberships of a user as they are until the transaction ends. So whoever ends one waits, and then finds what the transaction
 * has stored.
 */
export async function holdMemberships(trx: Kysely<Database>, userId: number): Promise<void> {
  await sql`select from memberships where user_id = ${userId} for share`.execute(trx);
}
