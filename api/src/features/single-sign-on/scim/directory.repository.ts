import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type PersonRow = Row<'directory_people'>;
export type ListedPerson = PersonRow & {
  name: string;
  email: string;
  groups: { value: string; display: string }[];
  total: number;
};

const GROUPS_SHOWN_MAX = 100;

type PersonFilter = { name: 'user_name' | 'external_id' | 'email' | 'person_id'; value: string };
type Bounds = { limit: number; offset: number };

const COLUMNS = {
  user_name: 'lower(p.user_name)',
  external_id: 'p.external_id',
  email: 'lower(u.email)',
  person_id: 'p.person_id::text',
};
const NO_CASE = new Set<string>(['user_name', 'email']);

export async function listPeople(
  db: Kysely<Database>,
  provider_id: number,
  { filter, limit, offset }: Bounds & { filter: PersonFilter | null },
): Promise<ListedPerson[]> {
  const matches = filter
    ? sql`${sql.raw(COLUMNS[filter.name])} = ${NO_CASE.has(filter.name) ? filter.value.toLowerCase() : filter.value}`
    : sql`true`;
  const { rows } = await sql<ListedPerson>`
    select p.*, u.name, u.email, (count(*) over ())::int as total,
      coalesce((select json_agg(json_build_object('value', g.group_id::text, 'display', g.name) order by g.group_id) from (
        select group_id, name from directory_group_members m join directory_groups using (group_id)
        where m.person_id = p.person_id order by group_id limit ${GROUPS_SHOWN_MAX}) g), '[]') as groups
    from directory_people p join users u on u.id = p.user_id
    where p.provider_id = ${provider_id} and p.deleted_at is null and ${matches}
    order by p.person_id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countDirectoryPeople(db: Kysely<Database>, provider_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from directory_people where provider_id = ${provider_id} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function findPerson(
  db: Kysely<Database>,
  provider_id: number,
  by: { person_id: number } | { user_id: number },
): Promise<PersonRow | undefined> {
  const [column, id] = 'person_id' in by ? (['person_id', by.person_id] as const) : (['user_id', by.user_id] as const);
  return db
    .selectFrom('directory_people')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .where(column, '=', id)
    .executeTakeFirst();
}

type NewPerson = Pick<
  PersonRow,
  'provider_id' | 'user_id' | 'user_name' | 'external_id' | 'given_name' | 'family_name' | 'made_account'
>;

/** Stores a person who is active; one who was removed before is there again, with the same id. Throws for a user name that is taken. */
export async function putPerson(trx: Kysely<Database>, person: NewPerson): Promise<PersonRow> {
  const { made_account: _ofTheFirstTime, ...fields } = person;
  return trx
    .insertInto('directory_people')
    .values({ ...person, active: true })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'user_id'])
        .doUpdateSet({ ...fields, active: true, deleted_at: null, changed_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePerson(
  trx: Kysely<Database>,
  person_id: number,
  changes: Partial<Omit<PersonRow, 'person_id'>>,
): Promise<void> {
  await trx
    .updateTable('directory_people')
    .set({ ...changes, changed_at: sql<Date>`now()` })
    .where('person_id', '=', person_id)
    .execute();
}

export async function deleteGroupMemberships(trx: Kysely<Database>, person_id: number): Promise<void> {
  await trx.deleteFrom('directory_group_members').where('person_id', '=', person_id).execute();
}

export type GroupRow = Row<'directory_groups'>;
export type ListedGroup = GroupRow & { members: { value: string; display: string }[]; total: number };
type GroupFilter = { name: 'name' | 'external_id' | 'group_id'; value: string };

const GROUP_COLUMNS = { name: 'lower(g.name)', external_id: 'g.external_id', group_id: 'g.group_id::text' };

/** @param withMembers otherwise there are none */
export async function listGroups(
  db: Kysely<Database>,
  provider_id: number,
  { filter, limit, offset, withMembers = true }: Bounds & { filter: GroupFilter | null; withMembers?: boolean },
): Promise<ListedGroup[]> {
  const matches = filter
    ? sql`${sql.raw(GROUP_COLUMNS[filter.name])} = ${filter.name === 'name' ? filter.value.toLowerCase() : filter.value}`
    : sql`true`;
  const { rows } = await sql<ListedGroup>`
    with page as (
      select g.*, (count(*) over ())::int as total from directory_groups g
      where g.provider_id = ${provider_id} and ${matches} order by g.group_id limit ${limit} offset ${offset}
    )
    select page.*, coalesce((select json_agg(json_build_object('value', m.person_id::text, 'display', u.name) order by m.person_id)
      from directory_group_members m join directory_people p using (person_id) join users u on u.id = p.user_id
      where ${withMembers}::boolean and m.group_id = page.group_id), '[]') as members
    from page order by group_id`.execute(db);
  return rows;
}

export async function countGroups(db: Kysely<Database>, provider_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from directory_groups where provider_id = ${provider_id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Throws the database's error of a unique value for a name that exists. */
export async function insertGroup(
  trx: Kysely<Database>,
  group: Pick<GroupRow, 'provider_id' | 'name' | 'external_id'>,
): Promise<number> {
  const { group_id } = await trx
    .insertInto('directory_groups')
    .values(group)
    .returning('group_id')
    .executeTakeFirstOrThrow();
  return group_id;
}

export async function updateGroup(
  trx: Kysely<Database>,
  group_id: number,
  changes: Partial<Pick<GroupRow, 'name' | 'external_id'>>,
): Promise<void> {
  await trx
    .updateTable('directory_groups')
    .set({ ...changes, changed_at: sql<Date>`now()` })
    .where('group_id', '=', group_id)
    .execute();
}

export async function deleteGroup(trx: Kysely<Database>, group_id: number): Promise<void> {
  await trx.deleteFrom('directory_groups').where('group_id', '=', group_id).execute();
}

export async function findMembers(db: Kysely<Database>, group_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('directory_group_members')
    .select('person_id')
    .where('group_id', '=', group_id)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

export async function countMembers(db: Kysely<Database>, provider_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from directory_group_members m join directory_groups g using (group_id)
    where g.provider_id = ${provider_id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** @returns how many of these people there are */
export async function putMembers(
  trx: Kysely<Database>,
  { group_id, provider_id }: Pick<GroupRow, 'group_id' | 'provider_id'>,
  members: readonly number[],
): Promise<number[]> {
  await sql`
    delete from directory_group_members where group_id = ${group_id} and person_id <> all(${members}::int4[])`.execute(
    trx,
  );
  await sql`
    insert into directory_group_members (group_id, person_id)
    select ${group_id}::int, person_id from directory_people
    where provider_id = ${provider_id} and deleted_at is null and person_id = any(${members}::int4[])
    on conflict do nothing`.execute(trx);
  return findMembers(trx, group_id);
}
