import type { Role } from '@belfry/schemas/domain/roles';
import { sql, type Insertable, type Kysely } from 'kysely';
import { int4Array } from '../../db/binary-arrays.ts';
import type { Database } from '../../db/database.ts';
import { quickCommit } from '../../db/quick-commit.ts';
import type { UserRow, UsersTable } from './users.table.ts';

export type NewUser = Pick<Insertable<UsersTable>, 'name' | 'email' | 'password_hash' | 'role'> &
  Partial<Insertable<UsersTable>>;

/** The user with this mail, whatever its case. */
export async function findUserByEmail(db: Kysely<Database>, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** The user who has given this mail or phone, locked until the transaction ends. */
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

/** Reads a user and keeps others from changing them until the transaction ends. Lock it before anything else of theirs. */
export async function lockUser(trx: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** A user without what nobody may see, and whether two-factor sign-in is on. */
export async function findProfile(
  db: Kysely<Database>,
  id: number,
): Promise<(Omit<UserRow, 'password_hash' | 'registration_pending'> & { two_factor: boolean }) | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .selectAll('users')
    .select((eb) => eb('two_factor.enabled_at', 'is not', null).as('two_factor'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { password_hash: _secret, registration_pending: _state, two_factor, ...profile } = row;
  return { ...profile, two_factor: Boolean(two_factor) };
}

/** A person's main companies by name, Room 9 before Room 10. */
export async function findMainCompanies(
  db: Kysely<Database>,
  userId: number,
): Promise<{ company_id: number; name: string }[]> {
  return db
    .selectFrom('companies')
    .select(['company_id', 'name'])
    .where('user_id', '=', userId)
    .where('parent_company_id', 'is', null)
    .orderBy(sql`name collate natural_order`)
    .orderBy('company_id')
    .execute();
}

/** A user as a sign-in needs it, with whether two-factor sign-in is on. */
export type SignInUser = Pick<UserRow, 'id' | 'role' | 'password_hash' | 'email_confirm' | 'active' | 'blocked'> & {
  two_factor: boolean;
};

export async function findUserForSignIn(db: Kysely<Database>, email: string): Promise<SignInUser | undefined> {
  const { rows } = await sql<SignInUser>`
    select u.id, u.role, u.password_hash, u.email_confirm, u.active, u.blocked,
      f.enabled_at is not null as two_factor
    from users u left join two_factor f on f.user_id = u.id
    where lower(u.email) = ${email.toLowerCase()}`.execute(db);
  return rows[0];
}

export async function findUserById(db: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes a user; undefined when the mail or the phone is taken. */
export async function insertUser(db: Kysely<Database>, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Any number, so long as nobody else locks it. */
const FIRST_ROOT_LOCK = 4_182_001;

/** Makes the first root account, only when there are no users at all; answers whether it did. Replicas take turns. */
export async function insertFirstRoot(db: Kysely<Database>, email: string, passwordHash: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ROOT_LOCK})`.execute(trx);
    if (await hasUsers(trx)) return false;
    const user = { name: 'Root', email, password_hash: passwordHash, role: 'root', email_confirm: true } as const;
    return (await insertUser(trx, user)) !== undefined;
  });
}

export async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
}

export async function setLastLogin(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_login: sql<Date>`now()` })
    .where('id', '=', id)
    .where(quickCommit(db))
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
  // Once confirmed, an account never gives way to a registration again, even where an administrator takes that back.
  const settled = changes.email_confirm || changes.phone_confirm ? { registration_pending: false } : {};
  await db
    .updateTable('users')
    .set({ ...changes, ...settled })
    .where('id', '=', id)
    .execute();
}

/** Deletes users. What refers to them is deleted or loses the reference; release their devices before. */
export async function deleteUsers(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('id', '=', sql<number>`any(${int4Array(ids)}::int4[])`)
    .execute();
}

/** Ids of the people who see every device. */
export async function findAdministratorIds(db: Kysely<Database>): Promise<number[]> {
  const administrators: Role[] = ['admin', 'root'];
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', administrators)
    .where('blocked', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}
