import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import { sql, type Kysely } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { setTimetableProblems } from '../bells/index.ts';

export type ScheduleRow = Row<'schedules'>;

export const NO_ZONE = 'UTC';

export async function findSchedules(db: Kysely<Database>, userId: number): Promise<ScheduleRow[]> {
  const own = db.selectFrom('schedules').selectAll().where('user_id', '=', userId);
  return own
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute();
}

export async function findSchedulesOf(db: Kysely<Database>, owners: VisibleOwners): Promise<ScheduleRow[]> {
  if (owners.kind === 'own') return findSchedules(db, owners.id);
  const { rows } = await sql<ScheduleRow>`
    select s.* from schedules s where ${ownedBy(owners, 's.user_id')}
    order by s.name collate natural_order, s.id`.execute(db);
  return rows;
}

export async function findSchedule(db: Kysely<Database>, id: number): Promise<ScheduleRow | undefined> {
  return db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockSchedule(trx: Kysely<Database>, id: number): Promise<ScheduleRow | undefined> {
  return trx.selectFrom('schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Coverage = { devices: number; time_zone: string | null };
/** `occurrences`: how often it happens within the days of a programme, in all zones together. */
type Counted = Coverage & { occurrences: number };
/** Who makes it for the owner; absent where the owner does. */
type Made = Counted & { created_by?: number | null };

export async function insertSchedule(
  db: Kysely<Database>,
  userId: number,
  body: ScheduleBody,
  origin: Made,
): Promise<ScheduleRow> {
  return db
    .insertInto('schedules')
    .values({ user_id: userId, ...toColumns(body), ...origin })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSchedule(
  db: Kysely<Database>,
  id: number,
  body: ScheduleBody,
  counted: Made,
): Promise<ScheduleRow> {
  return db
    .updateTable('schedules')
    .set({ ...toColumns(body), ...counted, revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes another user the planner of a schedule. */
export async function passSchedule(
  trx: Kysely<Database>,
  id: number,
  changes: { enabled: boolean; created_by: number | null },
): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({ ...changes, revision: sql<number>`revision + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteSchedule(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('schedules').where('id', '=', id).execute();
}

export const toBody = (row: ScheduleRow): ScheduleBody => ({
  name: row.name,
  action: row.action,
  starts_at: row.starts_at,
  duration_minutes: row.duration_minutes,
  rrule: row.rrule,
  exceptions: row.exceptions,
  until_date: row.until_date,
  holiday_calendar_id: row.holiday_calendar_id,
  targets: row.targets,
  priority: row.priority,
  volume: row.volume,
  missed: row.missed,
  enabled: row.enabled,
});

const toColumns = ({ action, exceptions, targets, missed, ...plain }: ScheduleBody) => ({
  ...plain,
  action: JSON.stringify(action),
  exceptions: JSON.stringify(exceptions),
  targets: JSON.stringify(targets),
  missed: JSON.stringify(missed),
});

type Compiled = Coverage & { id: number; problem: string | null };

export async function setCompiled(db: Kysely<Database>, compiled: readonly Compiled[]): Promise<void> {
  if (compiled.length === 0) return;
  await sql`
    update schedules s set devices = f.devices, time_zone = f.time_zone, problem = f.problem
    from unnest(${compiled.map(({ id }) => id)}::int4[], ${compiled.map(({ devices }) => devices)}::int4[],
      ${compiled.map(({ time_zone }) => time_zone)}::text[], ${compiled.map(({ problem }) => problem)}::text[])
      as f (id, devices, time_zone, problem)
    where s.id = f.id and (s.devices, s.time_zone, s.problem) is distinct from (f.devices, f.time_zone, f.problem)`.execute(
    db,
  );
}

/** Stores why some places do not hear these schedules, or these timetables, by their negative ids. */
export async function setProblems(db: Kysely<Database>, problems: ReadonlyMap<number, string>): Promise<void> {
  if (problems.size === 0) return;
  await sql`
    update schedules s set problem = f.problem
    from unnest(${[...problems.keys()]}::int4[], ${[...problems.values()]}::text[]) as f (id, problem)
    where s.id = f.id`.execute(db);
  await setTimetableProblems(db, problems);
}

/** So many are counted with one change, so that it does not take long. */
const COUNTED_AT_ONCE = 20;

export async function findUncounted(db: Kysely<Database>, userId: number): Promise<ScheduleRow[]> {
  const own = db.selectFrom('schedules').selectAll().where('user_id', '=', userId).where('enabled', '=', true);
  return own.where('occurrences', 'is', null).orderBy('id').limit(COUNTED_AT_ONCE).execute();
}

/** Stores a count, unless a change has counted it since. */
export async function setOccurrences(db: Kysely<Database>, id: number, occurrences: number): Promise<void> {
  const uncounted = db.updateTable('schedules').set({ occurrences }).where('occurrences', 'is', null);
  await uncounted.where('id', '=', id).execute();
}

export async function sumOccurrences(db: Kysely<Database>, userId: number, exceptId: number | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(occurrences), 0)::int8 as n from schedules
    where user_id = ${userId} and enabled and id is distinct from ${exceptId}`.execute(db);
  return rows[0]?.n ?? 0;
}
