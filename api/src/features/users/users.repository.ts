import type { Role } from '@belfry/schemas/domain/roles';
import type { User, UserListQuery, UserSort } from '@belfry/schemas/http/users/admin';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/conditions.ts';
import type { Page } from '../../http/routes/route.ts';

/** The stored offset may be outdated; the time zone determines the current one. */
export type StoredUser = User & { time_zone: string };

/** Columns from `u` (users), with times in ISO format, and without hashes and keys. */
const COLUMNS = sql`
  u.id, u.name, u.email, u.email_confirm, u.phone, u.phone_confirm, u.role, u.active, u.blocked, u.may_text_any_number, u.full_quotas, u.lang,
  u.country, u.country_code, u.city, u.region, u.utc_offset, u.time_zone,
  iso_utc(u.created_at) as created_at, iso_utc(u.last_login) as last_login, u.revision,
  (
    select iso_utc(max(k.created_at)) from user_keys k
    where k.user_id = u.id and k.made_by is null and k.revoked_at is null and k.expires_at > now()
  ) as key_created_at,
  exists (select from two_factor f where f.user_id = u.id and f.enabled_at is not null)
    or exists (select from passkeys p where p.user_id = u.id) as two_factor,
  (select count(*) from companies c where c.user_id = u.id and c.parent_company_id is null)::int as companies`;

/** Every order ends in a unique column, so that pages neither overlap nor leave gaps. */
const ORDER: Record<UserSort, RawBuilder<unknown>> = {
  id: sql`u.id`,
  '-id': sql`u.id desc`,
  name: sql`u.name collate natural_order, u.id`,
  '-name': sql`u.name collate natural_order desc, u.id desc`,
  email: sql`lower(u.email)`,
  '-email': sql`lower(u.email) desc`,
  created_at: sql`u.created_at, u.id`,
  '-created_at': sql`u.created_at desc, u.id desc`,
  last_login: sql`u.last_login nulls first, u.id`,
  '-last_login': sql`u.last_login desc nulls last, u.id desc`,
};

export async function findUser(db: Kysely<Database>, id: number): Promise<StoredUser | undefined> {
  const { rows } = await sql<StoredUser>`select ${COLUMNS} from users u where u.id = ${id} and not u.program`.execute(
    db,
  );
  return rows[0];
}

type UserFilter = Pick<UserListQuery, 'q' | 'sort' | 'role' | 'blocked' | 'unconfirmed'> & {
  includesRoots: boolean;
};

const visibleTo = (includesRoots: boolean): RawBuilder<unknown> =>
  sql`from users u where not u.program and (${includesRoots} or u.role <> 'root')`;

/** Reads row by row, because one text of many thousands would be parsed without a pause. */
export async function findAllUsers(
  db: Kysely<Database>,
  { sort, includesRoots, ...filter }: UserFilter,
): Promise<StoredUser[]> {
  const { rows } = await sql<StoredUser>`
    select ${COLUMNS} ${visibleTo(includesRoots)} and ${matching(filter)} order by ${ORDER[sort]}`.execute(db);
  return rows;
}

export async function findUsers(
  db: Kysely<Database>,
  { sort, includesRoots, ...filter }: UserFilter,
  page: Page,
): Promise<{ matching: number; total: number; users: StoredUser[] }> {
  const matches = matching(filter);
  const visible = visibleTo(includesRoots);
  const { rows } = await sql<{ matching: number; total: number; users: StoredUser[] }>`
    select
      (select count(*) ${visible}) as total,
      (select count(*) ${visible} and ${matches}) as matching,
      (
        select coalesce(json_agg(listed), '[]')
        from (select ${COLUMNS} ${visible} and ${matches} order by ${ORDER[sort]} limit ${page.limit} offset ${page.offset}) as listed
      ) as users`.execute(db);
  return rows[0] ?? { matching: 0, total: 0, users: [] };
}

/** See USER-2. */
function matching({ q, role, blocked, unconfirmed }: Omit<UserFilter, 'sort' | 'includesRoots'>): RawBuilder<unknown> {
  const parts = [
    ...(q === '' ? [] : [searched(q)]),
    ...(role === 'all' ? [] : [sql`u.role = ${role}`]),
    ...(blocked === 'all' ? [] : [sql`u.blocked = ${blocked === 'yes'}`]),
    ...(unconfirmed === 'email' ? [sql`not u.email_confirm`] : []),
    ...(unconfirmed === 'phone' ? [sql`(u.phone is not null and not u.phone_confirm)`] : []),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** Accents of names and spaces in numbers make no difference. */
function searched(q: string): RawBuilder<unknown> {
  const pattern = `%${escapeLike(q)}%`;
  const digits = /^[\d\s()+.-]+$/.test(q) ? q.replaceAll(/[\s().-]/g, '') : '';
  const phone = digits === '' ? sql`u.phone ilike ${pattern}` : sql`u.phone like ${`%${digits}%`}`;
  return sql`(without_accents(u.name) like without_accents(${pattern}) or ${phone} or u.email ilike ${pattern})`;
}

export async function findMatchingUsers(
  db: Kysely<Database>,
  { includesRoots, ...filter }: Omit<UserFilter, 'sort'>,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where not u.program and (${includesRoots} or u.role <> 'root') and ${matching(filter)}
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type FoundAccount = { id: number; role: Role; name: string; email: string; blocked: boolean };

/** With `lock` until the transaction ends. */
export async function findAccountsOf(
  db: Kysely<Database>,
  userIds: readonly number[],
  { lock = false } = {},
): Promise<FoundAccount[]> {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'name', 'email', 'blocked'])
    .where('id', '=', sql<number>`any(${userIds}::int4[])`)
    .where('program', '=', false)
    .orderBy('id')
    .$if(lock, (users) => users.forNoKeyUpdate())
    .execute();
}

/** The key of the advisory lock; no other lock uses this number. */
const USER_CHANGES_LOCK = 4_182_002;

/** Serialises changes of accounts until the transaction ends. */
export async function lockUserChanges(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${USER_CHANGES_LOCK})`.execute(trx);
}

/** Locks users until the transaction ends, so that nothing can be assigned to them. */
export async function lockUsers(trx: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await sql`
    select id from users where id = any(${userIds}::int4[]) order by id for update`.execute(trx);
}

export async function findOtherIds(trx: Kysely<Database>, id: number): Promise<number[]> {
  const rows = await trx.selectFrom('users').select('id').where('id', '!=', id).execute();
  return rows.map((row) => row.id);
}
