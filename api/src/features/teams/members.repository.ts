import type { NodeRole, RightsMask } from '@belfry/schemas/domain/rights';
import type { Access, NodeRights } from '@belfry/schemas/http/teams/access';
import type { Member } from '@belfry/schemas/http/teams/members';
import { type Kysely, sql, type RawBuilder } from 'kysely';
import { nodesWithRight } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';

export type StoredMember = {
  member_id: number;
  company_id: number;
  user_id: number;
  role: NodeRole;
  may_emergency: boolean;
  rights: RightsMask;
  expires_at: Date | null;
  revision: number;
};
const COLUMNS = [
  'member_id',
  'company_id',
  'user_id',
  'role',
  'may_emergency',
  'rights',
  'expires_at',
  'revision',
] as const;

export type NewMember = Omit<StoredMember, 'member_id' | 'revision'> & { created_by: number | null };

/** Undefined if the person has this role at the node already. */
export async function insertMember(trx: Kysely<Database>, member: NewMember): Promise<number | undefined> {
  const inserted = trx
    .insertInto('memberships')
    .values(member)
    .onConflict((conflict) => conflict.doNothing());
  return (await inserted.returning('member_id').executeTakeFirst())?.member_id;
}

export async function lockMember(trx: Kysely<Database>, id: number): Promise<StoredMember | undefined> {
  return trx.selectFrom('memberships').select(COLUMNS).where('member_id', '=', id).forUpdate().executeTakeFirst();
}

/** Violates the unique constraint if the person has the new role at the node already. */
export async function updateMember(
  trx: Kysely<Database>,
  id: number,
  changes: Pick<StoredMember, 'role' | 'may_emergency' | 'rights' | 'expires_at'>,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('member_id', '=', id)
    .execute();
}

export async function deleteMember(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('memberships').where('member_id', '=', id).execute();
}

export async function endMembershipsOf(trx: Kysely<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('memberships').where('user_id', '=', userId).execute();
}

/** @returns what they were, with the owners of their nodes */
export async function deleteEndedMembers(
  trx: Kysely<Database>,
  limit: number,
): Promise<(StoredMember & { owner_id: number })[]> {
  const { rows } = await sql<StoredMember & { owner_id: number }>`
    delete from memberships m using companies c
    where c.company_id = m.company_id and m.member_id in (
      select member_id from memberships where expires_at <= now() order by member_id limit ${limit} for update skip locked)
    returning ${sql.join(COLUMNS.map((column) => sql.ref(`m.${column}`)))}, c.user_id as owner_id`.execute(trx);
  return rows;
}

export async function findEnded(db: Kysely<Database>): Promise<{ members: boolean; rights: boolean }> {
  const { rows } = await sql<{ members: boolean; rights: boolean }>`
    select exists (select from memberships where expires_at <= now()) as members, exists (select from ended_rights) as rights`.execute(
    db,
  );
  return rows[0] ?? { members: false, rights: false };
}

type EndedRights = { user_id: number; owner_id: number };

export async function lockEndedRights(trx: Kysely<Database>, limit: number): Promise<EndedRights[]> {
  return trx
    .selectFrom('ended_rights')
    .select(['user_id', 'owner_id'])
    .orderBy('noted_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function settleEndedRights(trx: Kysely<Database>, ended: readonly EndedRights[]): Promise<void> {
  for (const { user_id, owner_id } of ended)
    await trx.deleteFrom('ended_rights').where('user_id', '=', user_id).where('owner_id', '=', owner_id).execute();
}

export async function belongsTo(db: Kysely<Database>, userId: number, ownerId: number): Promise<boolean> {
  const { rows } = await sql<{ belongs: boolean }>`select is_in_organisation(${userId}, ${ownerId}) as belongs`.execute(
    db,
  );
  return rows[0]?.belongs === true;
}

export async function countMembers(
  db: Kysely<Database>,
  { company_id, owner_id, user_id }: { company_id: number; owner_id: number; user_id: number | null },
): Promise<{ ofNode: number; ofOrganisation: number; ofPerson: number }> {
  const { rows } = await sql<{ ofNode: number; ofOrganisation: number; ofPerson: number }>`
    select
      (select count(*)::int from memberships m join users u on u.id = m.user_id and not u.program
       where m.company_id = ${company_id}) as "ofNode",
      (select count(*)::int from memberships m join users u on u.id = m.user_id and not u.program
       join companies c on c.company_id = m.company_id where c.user_id = ${owner_id}) as "ofOrganisation",
      (select count(*)::int from memberships where user_id = ${user_id}::int) as "ofPerson"`.execute(db);
  return rows[0] ?? { ofNode: 0, ofOrganisation: 0, ofPerson: 0 };
}

const ANCESTORS = (companyId: number): RawBuilder<unknown> => sql`
  with recursive above (company_id, parent_company_id, height) as (
    select company_id, parent_company_id, 0 from companies where company_id = ${companyId}
    union all
    select c.company_id, c.parent_company_id, a.height + 1 from above a join companies c on c.company_id = a.parent_company_id
  )`;

/**
 * The members of a node and of those above it, its own first. A name of a node above is null where the reader may not know it.
 * @param readerId null: may know all of them
 * @param hidesRoots whether the reader must not know of roots
 */
export async function findMembers(
  db: Kysely<Database>,
  {
    company_id,
    readerId,
    hidesRoots,
    only,
  }: { company_id: number; readerId: number | null; hidesRoots: boolean; only?: number },
): Promise<Wire<Member>[]> {
  const isReadable = readerId === null ? sql`true` : sql`a.company_id in (${nodesWithRight(readerId, 'read')})`;
  const { rows } = await sql<Wire<Member>>`
    ${ANCESTORS(company_id)}
    select m.member_id, m.user_id, u.name, u.email, m.role, m.may_emergency, m.expires_at, ${company_id}::int as company_id,
      m.company_id as source_company_id, case when ${isReadable} then c.name end as source_name,
      case when ${!hidesRoots} or b.role <> 'root' then b.name end as added_by,
      m.created_at, m.revision
    from above a
    join memberships m on m.company_id = a.company_id
    join companies c on c.company_id = m.company_id
    join users u on u.id = m.user_id
    left join users b on b.id = m.created_by
    where not u.program and (${!hidesRoots} or u.role <> 'root') and (m.expires_at is null or m.expires_at > now()) and (${only ?? null}::int is null or m.member_id = ${only ?? null}::int)
    order by a.height, u.name collate natural_order, m.member_id`.execute(db);
  return rows;
}

/** The roles of a person: manager at their own main companies, and their memberships. */
export async function findRights(db: Kysely<Database>, userId: number): Promise<Wire<NodeRights>[]> {
  const { rows } = await sql<Wire<NodeRights>>`
    select company_id, 'manager' as role, true as may_emergency, null::timestamptz as expires_at,
      company_id as source_company_id
    from companies where user_id = ${userId} and parent_company_id is null
    union all
    select company_id, role, may_emergency, expires_at, company_id
    from memberships where user_id = ${userId} and (expires_at is null or expires_at > now())
    order by company_id, role`.execute(db);
  return rows;
}

/** The same with names; of `managedBy` only the memberships at nodes where that user manages members. */
export async function findAccess(
  db: Kysely<Database>,
  userId: number,
  managedBy: { id: number; all: boolean } | null,
): Promise<Access[]> {
  const isVisible =
    managedBy === null || managedBy.all
      ? sql`true`
      : sql`(c.user_id = ${managedBy.id} or c.company_id in (${nodesWithRight(managedBy.id, 'members')}))`;
  const { rows } = await sql<Access>`
    select null::int as member_id, c.company_id, c.name as company_name, c.user_id as organisation_id, u.name as organisation_name,
      'manager' as role, true as may_emergency, null::timestamptz as expires_at
    from companies c join users u on u.id = c.user_id
    where c.user_id = ${userId} and c.parent_company_id is null and ${managedBy === null}
    union all
    select m.member_id, c.company_id, c.name, c.user_id, u.name, m.role, m.may_emergency, m.expires_at
    from memberships m join companies c using (company_id) join users u on u.id = c.user_id
    where m.user_id = ${userId} and (m.expires_at is null or m.expires_at > now()) and ${isVisible}
    order by organisation_name, company_name, member_id`.execute(db);
  return rows;
}
