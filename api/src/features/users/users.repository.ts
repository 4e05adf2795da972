import type { Role } from '@belfry/schemas/domain/roles';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
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

export async function findUserById(db: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes a user; undefined when the mail is taken. */
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
