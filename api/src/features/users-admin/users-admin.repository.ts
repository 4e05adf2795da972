import type { User, UserListQuery, UserSort } from '@belfry/schemas/http/users-admin';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/like.ts';
import type { Page } from '../../http/paging.ts';

/** What is stored of a user for administrators. The offset is what it was when it was stored; the zone knows better. */
export type StoredUser = Omit<User, 'companies'> & { time_zone: string };

/** From `u` (users), with instants as the wire has them. No hash and no key is among them. */
const COLUMNS = sql`
  u.id, u.name, u.email, u.email_confirm, u.phone, u.phone_confirm, u.role, u.active, u.blocked, u.lang,
  u.country, u.country_code, u.city, u.region, u.utc_offset, u.time_zone,
  iso_utc(u.created_at) as created_at, iso_utc(u.last_login) as last_login,
  (
    select iso_utc(max(k.created_at)) from user_keys k
    where k.user_id = u.id and k.revoked_at is null and k.expires_at > now()
  ) as key_created_at`;

/** Every order ends in a column that no two users share, so that pages neither overlap nor leave gaps. */
const ORDER: Record<UserSort, RawBuilder<unknown>> = {
  id: sql`u.id`,
  '-id': sql`u.id desc`,
  name: sql`lower(u.name), u.id`,
  '-name': sql`lower(u.name) desc, u.id desc`,
  email: sql`lower(u.email)`,
  '-email': sql`lower(u.email) desc`,
  created_at: sql`u.created_at, u.id`,
  '-created_at': sql`u.created_at desc, u.id desc`,
  last_login: sql`u.last_login nulls first, u.id`,
  '-last_login': sql`u.last_login desc nulls last, u.id desc`,
};

export async function findUser(db: Kysely<Database>, id: number): Promise<StoredUser | undefined> {
  const { rows } = await sql<StoredUser>`select ${COLUMNS} from users u where u.id = ${id}`.execute(db);
  return rows[0];
}

export type UserFilter = Pick<UserListQuery, 'q' | 'sort'> & { rootsToo: boolean };

/** Users and how many there are in all, in one statement; the whole list where `page` is null. */
export async function findUsers(
  db: Kysely<Database>,
  { q, sort, rootsToo }: UserFilter,
  page: Page | null,
): Promise<{ total: number; users: StoredUser[] }> {
  const pattern = `%${escapeLike(q)}%`;
  // Specification 001 §2.2.
  const fits =
    q === '' ? sql`true` : sql`(u.name ilike ${pattern} or u.phone ilike ${pattern} or u.email ilike ${pattern})`;
  const matching = sql`from users u where ${fits} and (${rootsToo} or u.role <> 'root')`;
  const cut = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``;
  const { rows } = await sql<{ total: number; users: StoredUser[] }>`
    select
      (select count(*) ${matching}) as total,
      (
        select coalesce(json_agg(listed), '[]')
        from (select ${COLUMNS} ${matching} order by ${ORDER[sort]} ${cut}) as listed
      ) as users`.execute(db);
  return rows[0] ?? { total: 0, users: [] };
}
