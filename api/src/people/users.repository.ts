import type { Role } from '@belfry/schemas/domain/roles';
import { type Insertable, type Kysely, sql } from 'kysely';
import { asyncCommit, transact } from '../db/transact.ts';
import type { Database, Row } from '../db/database.ts';
import { canTextAnyNumber } from '../policies/accounts.ts';

export type UserRow = Row<'users'>;

export type NewUser = Pick<Insertable<Database['users']>, 'name' | 'email' | 'password_hash' | 'role'> &
  Partial<Insertable<Database['users']>>;

export async function lockUserByContact(
  trx: Kysely<Database>,
  kind: 'email' | 'phone',
  contact: string,
  knownUsers: readonly number[] = [],
): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where(kind === 'email' ? sql`lower(email)` : 'phone', '=', kind === 'email' ? contact.toLowerCase() : contact)
    .orderBy('registration_pending')
    .orderBy(sql`id = any(${[...knownUsers]}::int4[])`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Must be locked before all other rows of the account. */
export async function lockUser(trx: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Users whose mail or phone is taken are left out. */
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

/** @returns whether it did. Replicas are serialised by a lock. */
export async function insertFirstRoot(
  db: Kysely<Database>,
  {
    email,
    password_hash,
    zone,
  }: { email: string; password_hash: string; zone: Pick<UserRow, 'time_zone' | 'utc_offset'> | null },
): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ROOT_LOCK})`.execute(trx);
    if (await hasUsers(trx)) return false;
    const user = { name: 'Root', email, password_hash, ...zone, role: 'root', email_confirm: true } as const;
    return (await insertUsers(trx, [user])).length > 0;
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

/** Whoever calls it revokes the secrets of these accounts; see `setAccountsBlocked`. */
export async function setBlockedOf(trx: Kysely<Database>, ids: readonly number[], blocked: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ blocked })
    .where('id', '=', sql<number>`any(${ids}::int4[])`)
    .execute();
}

/** Postgres looks into about a hundred references for each user, so one statement for 10,000 of them could exceed its time limit. */
const DELETED_AT_ONCE = 1_000;

/** Referring rows are deleted or lose the reference. Devices must be released before. */
export async function deleteUsers(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += DELETED_AT_ONCE) {
    const part = ids.slice(from, from + DELETED_AT_ONCE);
    await trx
      .deleteFrom('users')
      .where('id', '=', sql<number>`any(${part}::int4[])`)
      .execute();
  }
}

/** The account with this address that has been confirmed, or that an administrator has created. */
export async function findConfirmedUser(db: Kysely<Database>, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('registration_pending', '=', false)
    .executeTakeFirst();
}

export async function findUserById(db: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAccounts(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Pick<UserRow, 'id' | 'role'>[]> {
  return ids.length === 0 ? [] : db.selectFrom('users').select(['id', 'role']).where('id', 'in', ids).execute();
}

/**
 * The columns of a user that a sign-in requires, and the second factors. `second_factor`: whether there is any, also a passkey that was set
 * aside; `app`, `passkey`: whether the second step can be one.
 */
export type SignInUser = Pick<UserRow, 'id' | 'role' | 'password_hash' | 'email_confirm' | 'active' | 'blocked'> & {
  second_factor: boolean;
  app: boolean;
  passkey: boolean;
};

/** The account with this address; of registrations that nobody has confirmed, one of these, or else the newest. */
export async function findUserForSignIn(
  db: Kysely<Database>,
  email: string,
  knownUsers: readonly number[] = [],
): Promise<SignInUser | undefined> {
  const { rows } = await sql<SignInUser>`
    select u.id, u.role, u.password_hash, u.email_confirm, u.active, u.blocked,
      f.enabled_at is not null or exists (select from passkeys p where p.user_id = u.id) as second_factor,
      f.enabled_at is not null as app,
      exists (select from passkeys p where p.user_id = u.id and p.set_aside_at is null) as passkey
    from users u left join two_factor f on f.user_id = u.id
    where lower(u.email) = ${email.toLowerCase()}
    order by u.registration_pending, u.id = any(${[...knownUsers]}::int4[]) desc, u.id desc limit 1`.execute(db);
  return rows[0];
}

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

export async function findProfile(
  db: Kysely<Database>,
  id: number,
): Promise<
  (Omit<UserRow, 'password_hash' | 'registration_pending' | 'program'> & { two_factor: boolean }) | undefined
> {
  const row = await db
    .selectFrom('users')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .selectAll('users')
    .select((eb) => eb('two_factor.enabled_at', 'is not', null).as('two_factor'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { password_hash: _secret, registration_pending: _state, program: _program, two_factor, ...profile } = row;
  return { ...profile, two_factor: Boolean(two_factor) };
}

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

export async function isContactTaken(db: Kysely<Database>, kind: 'email' | 'phone', contact: string): Promise<boolean> {
  const users = db.selectFrom('users').select('id').where('registration_pending', '=', false);
  const byContact =
    kind === 'email' ? users.where(sql`lower(email)`, '=', contact.toLowerCase()) : users.where('phone', '=', contact);
  return (await byContact.executeTakeFirst()) !== undefined;
}

/** Mails are in lower case. */
export async function findTakenContacts(
  db: Kysely<Database>,
  people: readonly { email: string; phone: string | null }[],
): Promise<{ emails: Set<string>; phones: Set<string> }> {
  const emails = people.map(({ email }) => email.toLowerCase());
  const phones = people.flatMap(({ phone }) => phone ?? []);
  const { rows } = await sql<{ email: string; phone: string | null }>`
    select lower(email) as email, phone from users
    where not registration_pending and (lower(email) = any(${emails}::text[]) or phone = any(${phones}::text[]))`.execute(
    db,
  );
  return { emails: new Set(rows.map(({ email }) => email)), phones: new Set(rows.flatMap(({ phone }) => phone ?? [])) };
}

export async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
}

export async function findLanguage(db: Kysely<Database>, id: number): Promise<string | undefined> {
  return (await db.selectFrom('users').select('lang').where('id', '=', id).executeTakeFirst())?.lang;
}
