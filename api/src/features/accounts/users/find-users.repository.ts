import type { Role } from '@belfry/schemas/domain/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { canTextAnyNumber } from '../../../policies/text-messages.ts';
import type { UserRow } from './users.repository.ts';

export async function findUserById(db: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The ids and roles of these users. */
export async function findAccounts(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Pick<UserRow, 'id' | 'role'>[]> {
  return ids.length === 0 ? [] : db.selectFrom('users').select(['id', 'role']).where('id', 'in', ids).execute();
}

/** The columns of a user that a sign-in requires, and whether two-factor sign-in is on. */
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

/** The role of a user who is not blocked. */
export async function findRole(db: Kysely<Database>, id: number): Promise<Role | undefined> {
  const row = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', id)
    .where('blocked', '=', false)
    .executeTakeFirst();
  return row?.role;
}

/** Whether a user who is not blocked may send text messages to numbers of nobody in particular; see SMS-8. */
export async function mayTextAnyNumber(db: Kysely<Database>, id: number): Promise<boolean> {
  const users = db.selectFrom('users').select(['role', 'may_text_any_number']).where('id', '=', id);
  const user = await users.where('blocked', '=', false).executeTakeFirst();
  return user !== undefined && canTextAnyNumber(user);
}

/** A user without secret columns, and whether two-factor sign-in is on. */
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

/** The main companies of a user in the natural order of their names. */
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

/** The ids of all unblocked administrators. */
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

/** Whether an account has this mail or phone. */
export async function isContactTaken(db: Kysely<Database>, kind: 'email' | 'phone', contact: string): Promise<boolean> {
  const users = db.selectFrom('users').select('id');
  const found =
    kind === 'email' ? users.where(sql`lower(email)`, '=', contact.toLowerCase()) : users.where('phone', '=', contact);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Those of these mails (in lower case) and phones that accounts have. */
export async function findTakenContacts(
  db: Kysely<Database>,
  people: readonly { email: string; phone: string | null }[],
): Promise<{ emails: Set<string>; phones: Set<string> }> {
  const emails = people.map(({ email }) => email.toLowerCase());
  const phones = people.flatMap(({ phone }) => phone ?? []);
  const { rows } = await sql<{ email: string; phone: string | null }>`
    select lower(email) as email, phone from users
    where lower(email) = any(${emails}::text[]) or phone = any(${phones}::text[])`.execute(db);
  return { emails: new Set(rows.map(({ email }) => email)), phones: new Set(rows.flatMap(({ phone }) => phone ?? [])) };
}

export async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
}

/** The language of a user's messages; undefined where there is no such user. */
export async function findLanguage(db: Kysely<Database>, id: number): Promise<string | undefined> {
  return (await db.selectFrom('users').select('lang').where('id', '=', id).executeTakeFirst())?.lang;
}
