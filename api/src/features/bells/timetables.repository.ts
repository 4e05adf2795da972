import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { timetablesAmong } from '../../recurrence/bell-ids.ts';

export type TimetableRow = Row<'bell_timetables'>;
export type TimetableFields = Pick<Timetable, 'name' | 'colour' | 'volume' | 'bells'>;

/** Yesterday in UTC: no zone is behind it. */
const SINCE = sql`to_char(now() at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD')`;

/** The nodes that use the timetable `t`: in their week, for holidays, or on a painted day that is not over. */
const USERS = sql`
  select p.company_id from bell_places p
  where p.company_id in (select company_id from companies where user_id = t.user_id)
    and (p.weekdays @> to_jsonb(t.timetable_id) or p.holiday_timetable_id = t.timetable_id)
  union
  select d.company_id from bell_days d where d.timetable_id = t.timetable_id and d.date >= ${SINCE}`;

export type ListedTimetable = Wire<Timetable> & Pick<TimetableRow, 'user_id' | 'created_by'>;

async function select(db: Kysely<Database>, where: RawBuilder<unknown>): Promise<ListedTimetable[]> {
  const { rows } = await sql<ListedTimetable>`
    select t.timetable_id as id, t.user_id, t.created_by, t.name, t.colour, t.volume, t.bells, t.revision, t.problem, t.updated_at,
      (select count(*)::int from (${USERS}) u) as places
    from bell_timetables t where ${where} order by t.name collate natural_order, t.timetable_id`.execute(db);
  return rows;
}

export const findTimetables = (db: Kysely<Database>, owners: VisibleOwners): Promise<ListedTimetable[]> =>
  select(db, sql`${ownedBy(owners, 't.user_id')}`);

export const viewTimetable = async (db: Kysely<Database>, id: number): Promise<ListedTimetable | undefined> =>
  (await select(db, sql`t.timetable_id = ${id}`))[0];

export async function lockTimetable(trx: Kysely<Database>, id: number): Promise<TimetableRow | undefined> {
  return trx.selectFrom('bell_timetables').selectAll().where('timetable_id', '=', id).forUpdate().executeTakeFirst();
}

export async function findTimetableIds(db: Kysely<Database>, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('bell_timetables').select('timetable_id').where('user_id', '=', userId).execute();
  return rows.map(({ timetable_id }) => timetable_id);
}

export async function insertTimetable(
  trx: Kysely<Database>,
  { userId, creatorId }: { userId: number; creatorId: number | null },
  { bells, ...fields }: TimetableFields,
): Promise<number> {
  const { timetable_id } = await trx
    .insertInto('bell_timetables')
    .values({ ...fields, bells: JSON.stringify(bells), user_id: userId, created_by: creatorId })
    .returning('timetable_id')
    .executeTakeFirstOrThrow();
  return timetable_id;
}

export async function updateTimetable(
  trx: Kysely<Database>,
  id: number,
  { bells, ...fields }: TimetableFields,
): Promise<void> {
  await trx
    .updateTable('bell_timetables')
    .set({ ...fields, bells: JSON.stringify(bells), revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('timetable_id', '=', id)
    .execute();
}

export async function deleteTimetable(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('bell_timetables').where('timetable_id', '=', id).execute();
}

export async function findUsersOf(db: Kysely<Database>, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from bell_timetables t cross join lateral (${USERS}) u join companies c on c.company_id = u.company_id
    where t.timetable_id = ${id} order by c.name collate natural_order`.execute(db);
  return rows.map(({ name }) => name);
}

export async function countRings(db: Kysely<Database>, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select 7 * (select count(*) from bell_places where company_id in (select company_id from companies where user_id = ${userId}))
      * coalesce((select max(jsonb_array_length(bells)) from bell_timetables where user_id = ${userId}), 0)::int8 as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Stores why some bells of these timetables are not heard; they are named by their negative ids. */
export async function setTimetableProblems(db: Kysely<Database>, problems: ReadonlyMap<number, string>): Promise<void> {
  const ids = timetablesAmong(problems.keys());
  if (ids.length === 0) return;
  await sql`
    update bell_timetables t set problem = f.problem
    from unnest(${ids}::int4[], ${ids.map((id) => problems.get(-id))}::text[]) as f (id, problem)
    where t.timetable_id = f.id`.execute(db);
}

export async function clearTimetableProblems(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update bell_timetables set problem = null
    where timetable_id = any(${[...ids]}::int4[]) and problem is not null`.execute(db);
}
