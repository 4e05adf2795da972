import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import { asyncCommit } from '../../../db/async-commit.ts';
import { transact } from '../../../db/transact.ts';
import { hasUsers } from './find-users.repository.ts';

export type UserRow = Row<'users'>;

export type NewUser = Pick<Insertable<Database['users']>, 'name' | 'email' | 'password_hash' | 'role'> &
  Partial<Insertable<Database['users']>>;

/** The user with this mail or phone, locked until the transaction ends. */
export async function lockUserByContact(
  trx: Kysely<Database>,
  kind: 'email' | 'phone',
  contact: string,
): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where(kind === 'email' ? sql`lower(email)` : 'phone', '=', kind === 'email' ? contact.toLowerCase() : contact)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Reads and locks a user until the transaction ends. Must be locked before all other rows of the account. */
export async function lockUser(trx: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Inserts a user; undefined if the mail or the phone exists. */
export async function insertUser(db: Kysely<Database>, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Inserts users in one statement; those whose mail or phone is taken are left out. */
export async function insertUsers(db: Kysely<Database>, users: readonly NewUser[]): Promise<UserRow[]> {
  if (users.length === 0) return [];
  return db
    .insertInto('users')
    .values([...users])
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
}

/** The key of the advisory lock; no other lock uses this number. */
const FIRST_ROOT_LOCK = 4_182_001;

/** Inserts the first root account if there are no users; returns whether it did. Replicas are serialised by a lock. */
export async function insertFirstRoot(db: Kysely<Database>, email: string, passwordHash: string): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ROOT_LOCK})`.execute(trx);
    if (await hasUsers(trx)) return false;
    const user = { name: 'Root', email, password_hash: passwordHash, role: 'root', email_confirm: true } as const;
    return (await insertUser(trx, user)) !== undefined;
  });
}

export async function setLastLogin(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_login: sql<Date>`now()` })
    .where('id', '=', id)
    .where(asyncCommit(db))
    .execute();
}

export async function setContactConfirmed(db: Kysely<Database>, id: number, kind: 'email' | 'phone'): Promise<void> {
  await updateUser(db, id, kind === 'email' ? { email_confirm: true } : { phone_confirm: true });
}

export async function updateUser(
  db: Kysely<Database>,
  id: number,
  changes: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  // Once confirmed, an account is never replaced by a registration, also if an administrator revokes the confirmation.
  const settled = changes.email_confirm || changes.phone_confirm ? { registration_pending: false } : {};
  await db
    .updateTable('users')
    .set({ ...changes, ...settled })
    .where('id', '=', id)
    .execute();
}

/** Blocks or unblocks users. Whoever calls it revokes the secrets of these accounts; see `account-secrets`. */
export async function setBlockedOf(trx: Kysely<Database>, ids: readonly number[], blocked: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ blocked })
    .where('id', '=', sql<number>`any(${ids}::int4[])`)
    .execute();
}

/** Deletes users; referring rows are deleted or lose the reference. Their devices must be released before. */
export async function deleteUsers(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('id', '=', sql<number>`any(${ids}::int4[])`)
    .execute();
}
