import type { Scope } from '@belfry/schemas/domain/scopes';
import type { ApiKey } from '@belfry/schemas/http/api-keys/api-keys';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { nodesWithRight } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import { MEMBERSHIPS_OF_USER, type StoredMemberships, toMemberships } from '../../people/memberships.repository.ts';
import type { Membership } from '../../policies/rights.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';

export type Program = {
  id: number;
  blocked: boolean;
  key_id: number;
  key_created_at: Date;
  scopes: Scope[];
  memberships: Membership[];
};

/** The program of an unexpired key. A prepared statement, because it runs on every cache miss. It notes the use at most once a minute. */
export async function findProgram(pool: pg.Pool, keyHash: Buffer): Promise<Program | undefined> {
  type Found = Omit<Program, 'memberships'> & StoredMemberships;
  const { rows } = await pool.query<Found>({
    name: 'find-program',
    text: `with used as (
             update api_keys set last_used_at = now()
             where key_hash = $1 and expires_at > now()
               and (last_used_at is null or last_used_at < now() - interval '1 minute')
           )
           select u.id, u.blocked, k.id as key_id, k.created_at as key_created_at, k.scopes, m.memberships
           from api_keys k join users u on u.id = k.user_id
           cross join lateral (${MEMBERSHIPS_OF_USER}) m
           where k.key_hash = $1 and k.expires_at > now()
             and not exists (select from stopped_grants s where s.kind = 'api_key' and s.grant_id = k.id)`,
    values: [keyHash],
  });
  const [program] = rows;
  return program && { ...program, memberships: toMemberships(program) };
}

export type NewApiKey = {
  user_id: number;
  company_id: number;
  name: string;
  key_hash: Buffer;
  prefix: string;
  scopes: readonly Scope[];
  created_by: number;
  expires_at: Date;
};

export async function insertApiKey(trx: Kysely<Database>, { scopes, ...key }: NewApiKey): Promise<number> {
  const { id } = await trx
    .insertInto('api_keys')
    .values({ ...key, scopes: JSON.stringify(scopes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findHeldApiKeys = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(
    db,
    sql`
    select k.created_by as made_by from api_keys k join companies c using (company_id)
    where c.user_id = ${ownerId} and k.expires_at > now()`,
  );

const SHOWN_MAX = 500;

const SELECT = sql.raw(`
  select k.id, k.name, k.prefix, k.scopes, k.company_id, c.name as company_name, k.expires_at, u.name as created_by, k.created_at,
    k.last_used_at
  from api_keys k join companies c using (company_id) left join users u on u.id = k.created_by`);

export async function findApiKeys(db: Kysely<Database>, managerId: number): Promise<Wire<ApiKey>[]> {
  const { rows } = await sql<Wire<ApiKey>>`
    ${SELECT}
    where c.user_id = ${managerId} or c.company_id in (${nodesWithRight(managerId, 'members')})
    order by k.name collate natural_order, k.id limit ${SHOWN_MAX}`.execute(db);
  return rows;
}

export async function findApiKey(db: Kysely<Database>, id: number): Promise<Wire<ApiKey> | undefined> {
  return (await sql<Wire<ApiKey>>`${SELECT} where k.id = ${id}`.execute(db)).rows[0];
}

export async function lockApiKey(
  trx: Kysely<Database>,
  id: number,
): Promise<{ id: number; user_id: number; company_id: number; name: string } | undefined> {
  return trx
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'company_id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function passApiKey(
  trx: Kysely<Database>,
  id: number,
  changes: { created_by: number; key_hash?: Buffer; prefix?: string },
): Promise<void> {
  await trx.updateTable('api_keys').set(changes).where('id', '=', id).execute();
}

export async function deleteApiKey(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('api_keys').where('id', '=', id).execute();
}
